/**
 * Our own programs, as they are built into `dist/`.
 *
 * @module
 */
import { jsonRpc } from '../network/http-client.ts'
import { walletFlags, type Result, type WalletRpcOptions } from './monerod.ts'
import { freePort } from '../network/free-port.ts'
import { temporaryFolder } from '../storage/temporary-folder.ts'
import { startProgram, type Program } from './process.ts'

export type Nightjar = {
  program: Program
  /** `http://127.0.0.1:PORT`, where page and proxy answer. */
  url: string
  /** Starts it again on the same port and data after it was stopped. */
  restart: () => Promise<void>
}

/** Starts page and proxy; on a private chain of its own unless `upstream` names a node. */
export async function startNightjar({
  upstream,
  folder = 'dist',
  flags = [],
}: {
  upstream?: string
  /** Where its program and page are. */
  folder?: string
  flags?: readonly string[]
} = {}): Promise<Nightjar> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const place = [
    `${folder}/nightjar.js`,
    '--port',
    `${port}`,
    '--data-dir',
    temporaryFolder('data'),
    ...flags,
  ]
  const args = upstream === undefined ? place : [...place, '--upstream', upstream]
  const answers = () =>
    fetch(`${url}/get_height`).then(
      ({ ok }) => ok,
      () => false,
    )
  const start = () => startProgram(process.execPath, args, { readyWhen: answers })
  const nightjar: Nightjar = {
    program: await start(),
    url,
    async restart() {
      nightjar.program = await start()
    },
  }
  return nightjar
}

export type OurWalletRpc = {
  program: Program
  url: string
  walletDir: string
  /** A JSON-RPC call; throws when it answers an error. */
  call: (method: string, params?: unknown) => Promise<Result>
}

/** Starts our wallet RPC on Node, by default this one, and by default without a wallet. */
export async function startOurWalletRpc(
  options: WalletRpcOptions & { node?: string | undefined },
): Promise<OurWalletRpc> {
  const walletDir = options.walletDir ?? temporaryFolder('our-wallets')
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const args = [
    ['dist/nightjar-wallet-rpc.js', '--rpc-bind-port', `${port}`],
    walletFlags(walletDir, options.only),
    ['--daemon-address', options.daemon, '--disable-rpc-login', '--daemon-ssl', 'disabled'],
    options.flags ?? [],
  ].flat()
  const program = await startProgram(options.node ?? process.execPath, args, {
    ready: /Starting wallet RPC server/,
  })
  const call = (method: string, params?: unknown) => jsonRpc(`${url}/json_rpc`, method, params)
  return { program, url, walletDir, call }
}
