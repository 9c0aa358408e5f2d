/**
 * Real monerods and monero-wallet-rpcs on a private chain, and clients that read their integers exactly.
 *
 * @module
 */
import { join } from 'node:path'
import { daemonClient, jsonRpc, post, type DaemonClient } from '../network/http-client.ts'
import { freePort } from '../network/free-port.ts'
import { temporaryFolder } from '../storage/temporary-folder.ts'
import { poll, startProgram, type Program } from './process.ts'

/** What a JSON-RPC result holds: integers are bigints. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a test reads any field of any answer
export type Result = any

/** Where blocks are mined to when a test does not care. @see monero tests/functional_tests/blockchain.py */
export const minerAddress =
  '42ey1afDFnn4886T7196doS9GPMzexD9gXpsZJDwVjeRVdFCSoHnv7KPbBeGpzJBzHRCAs9UxqeoyFQMYbqSWYTfJJQAWDm'

/** The seed of {@link minerAddress}. */
export const minerSeed =
  'velvet lymph giddy number token physics poetry unquote nibs useful sabotage limits ' +
  'benches lifestyle eden nitrogen anvil fewest avoid batch vials washing fences goat unquote'

export type Monerod = DaemonClient & {
  program: Program
  /** `127.0.0.1:PORT` for other nodes. */
  p2p: string
  dataDir: string
  /** Mines `blocks` blocks to `address`, all that is in the pool in the first; resolves to the new height. */
  mine: (blocks: number, address?: string) => Promise<number>
  stop: (signal?: NodeJS.Signals) => Promise<number | null>
  /** Starts it again on the same ports and chain after `stop`. */
  restart: () => Promise<void>
}

export type MonerodOptions = {
  flags?: readonly string[]
  /** Other nodes (`127.0.0.1:P2P`) to connect to; an empty list listens for some. None: offline. */
  peers?: readonly string[]
  dataDir?: string
  env?: Record<string, string>
  /** `disabled` when left out: its certificate takes seconds to make. */
  rpcSsl?: 'disabled' | 'autodetect'
  /** Of every block; 1 when left out, computed when it is null. */
  difficulty?: number | null
  /** Publishes by ZeroMQ at this address. */
  zmqPub?: string
  /** A chain under the rules of stagenet, whose first forks are thousands of blocks away. `mine` does not work there. */
  isStagenet?: boolean
}

/** Starts a monerod with a chain of its own, all forks from block 1. */
export async function startMonerod(options: MonerodOptions = {}): Promise<Monerod> {
  const { dataDir = temporaryFolder('monerod'), difficulty = 1, rpcSsl = 'disabled' } = options
  const [rpcPort, p2pPort] = [await freePort(), await freePort()]
  const url = `http://127.0.0.1:${rpcPort}`
  const args = [
    options.isStagenet
      ? ['--stagenet', '--fast-block-sync', '0']
      : ['--regtest', '--keep-fakechain'],
    '--non-interactive --no-igd'.split(' '),
    options.zmqPub === undefined
      ? ['--no-zmq']
      : ['--zmq-rpc-bind-port', `${await freePort()}`, '--zmq-pub', options.zmqPub],
    difficulty === null ? [] : ['--fixed-difficulty', `${difficulty}`],
    ['--disable-dns-checkpoints', '--check-updates', 'disabled', '--rpc-ssl', rpcSsl],
    // After four questions it cannot answer it would hang up on this address for a day.
    '--disable-rpc-ban --max-concurrency 2 --log-level 0'.split(' '),
    ['--data-dir', dataDir, '--log-file', join(dataDir, 'monerod.log')],
    ['--rpc-bind-port', `${rpcPort}`, '--p2p-bind-port', `${p2pPort}`],
    ['--p2p-bind-ip', '127.0.0.1'],
    options.peers ? ['--allow-local-ip', ...exclusively(options.peers)] : ['--offline'],
    options.flags ?? [],
  ].flat()
  const start = () =>
    startProgram('monerod', args, {
      env: options.env ?? {},
      readyWhen: () =>
        post(`${url}/get_height`, '').then(
          // 401 where it was given a login to ask for.
          ({ status }) => status === 200 || status === 401,
          () => false,
        ),
    })

  const node: Monerod = {
    ...daemonClient(url),
    program: await start(),
    p2p: `127.0.0.1:${p2pPort}`,
    dataDir,
    async mine(blocks, address = minerAddress) {
      await poll(() => mayBeMined(node))
      const params = { amount_of_blocks: blocks, wallet_address: address, prev_block: '' }
      let mined: Result
      // A node with peers is BUSY until it has talked to one of them.
      await poll(async () => {
        mined = await node.call('generateblocks', params)
        return mined.status !== 'BUSY'
      })
      if (mined.status !== 'OK') throw new Error(`generateblocks: ${mined.status}`)
      return Number(mined.height) + 1
    },
    stop: (signal) => node.program.stop(signal),
    async restart() {
      node.program = await start()
    },
  }
  return node
}

/**
 * Whether the next block takes all that is in the pool. A node answers for a transaction before its thread
 * for peers has relayed it, and until then mines without it.
 *
 * @see monero src/cryptonote_core/tx_pool.cpp fill_block_template, set_relayed
 */
export async function mayBeMined(node: DaemonClient): Promise<boolean> {
  const { transactions = [] } = await node.get('/get_transaction_pool')
  return transactions.every(({ relayed, do_not_relay }: Result) => relayed || do_not_relay)
}

// Without an exclusive node a regtest node would go and look for those of the real network.
const exclusively = (peers: readonly string[]) =>
  (peers.length > 0 ? peers : ['127.0.0.1:1']).flatMap((peer) => ['--add-exclusive-node', peer])

export type WalletRpc = {
  program: Program
  url: string
  walletDir: string
  /** A JSON-RPC call; throws when it answers an error. */
  call: (method: string, params?: unknown) => Promise<Result>
  stop: (signal?: NodeJS.Signals) => Promise<number | null>
}

export type WalletRpcOptions = {
  /** `HOST:PORT` or URL of its node. */
  daemon: string
  walletDir?: string
  /** Opens this wallet of the folder, whose password is `p`, and no other. */
  only?: string
  flags?: readonly string[]
}

/** Where a wallet service finds its wallets. */
export const walletFlags = (folder: string, only: string | undefined): string[] =>
  only === undefined
    ? ['--wallet-dir', folder]
    : ['--wallet-file', join(folder, only), '--password', 'p']

/** Starts a monero-wallet-rpc, by default without a wallet. */
export async function startWalletRpc(options: WalletRpcOptions): Promise<WalletRpc> {
  const walletDir = options.walletDir ?? temporaryFolder('wallets')
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const logs = temporaryFolder('wallet-rpc')
  const args = [
    ['--rpc-bind-port', `${port}`, '--daemon-address', options.daemon],
    walletFlags(walletDir, options.only),
    '--disable-rpc-login --trusted-daemon --no-dns --rpc-ssl disabled --log-level 0'.split(' '),
    ['--log-file', join(logs, 'log'), '--shared-ringdb-dir', join(logs, 'ringdb')],
    '--daemon-ssl disabled --max-concurrency 2'.split(' '),
    options.flags ?? [],
  ].flat()
  const program = await startProgram('monero-wallet-rpc', args, {
    readyWhen: () =>
      jsonRpc(`${url}/json_rpc`, 'get_version').then(
        () => true,
        () => false,
      ),
  })
  return {
    program,
    url,
    walletDir,
    call: (method, params) => jsonRpc(`${url}/json_rpc`, method, params),
    stop: (signal) => program.stop(signal),
  }
}

/** Restores the wallet of {@link minerAddress} in a wallet service. */
export const restoreMiner = (
  wallet: Pick<WalletRpc, 'call'>,
  { filename = 'miner', height = 0 } = {},
): Promise<Result> =>
  wallet.call('restore_deterministic_wallet', {
    filename,
    password: '',
    seed: minerSeed,
    restore_height: height,
  })

/** Starts one with the wallet of {@link minerAddress}, which refreshes only on request. */
export async function startMinerWallet(daemon: string): Promise<WalletRpc> {
  const wallet = await startWalletRpc({ daemon })
  await restoreMiner(wallet)
  await wallet.call('auto_refresh', { enable: false })
  return wallet
}
