/**
 * A private monerod, for a chain of one's own.
 *
 * @module
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants, mkdirSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { delimiter, join } from 'node:path'
import { claim, release, takeOver } from './claim.ts'
import { Failure } from './program.ts'

export type PrivateNode = {
  url: string
  /** Resolves when it ends by itself, with the last it said. */
  ended: Promise<string>
  close: () => Promise<void>
}

/** Where `monerod` is on the PATH; undefined when it is not there. */
export function findMonerod(path = process.env.PATH ?? ''): string | undefined {
  return path
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, 'monerod'))
    .find(isExecutable)
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Starts `program` on the chain in `dataDir`, which is kept, and resolves when it answers. */
export async function startPrivateNode(program: string, dataDir: string): Promise<PrivateNode> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  await takeOver(dataDir)
  const rpcPort = await freePort()
  const url = `http://127.0.0.1:${rpcPort}`
  // A group of its own: the terminal's ^C reaches us alone, and we end it in order.
  const child = spawn(program, argumentsOf(dataDir, rpcPort, await freePort()), {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  await once(child, 'spawn')
  claim(dataDir, child.pid!)

  let said = ''
  let isRunning = true
  for (const output of [child.stdout, child.stderr])
    output.on('data', (text: Buffer) => (said = (said + text.toString('latin1')).slice(-2_000)))
  const ended = once(child, 'close').then(() => {
    isRunning = false
    release(dataDir)
    return said
  })
  while (!(await answers(url))) {
    if (!isRunning) throw new Failure(`monerod ended at once. It said:\n${said}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return {
    url,
    ended,
    async close() {
      if (isRunning) child.kill('SIGTERM')
      const hurry = setTimeout(() => child.kill('SIGKILL'), 30_000)
      await ended
      clearTimeout(hurry)
    },
  }
}

const argumentsOf = (dataDir: string, rpcPort: number, p2pPort: number) =>
  [
    '--regtest --offline --fixed-difficulty 1 --keep-fakechain --non-interactive'.split(' '),
    '--no-zmq --rpc-ssl disabled --check-updates disabled --disable-dns-checkpoints'.split(' '),
    ['--data-dir', dataDir, '--log-file', join(dataDir, 'monerod.log')],
    ['--rpc-bind-port', `${rpcPort}`, '--p2p-bind-port', `${p2pPort}`],
  ].flat()

const answers = (url: string): Promise<boolean> =>
  fetch(`${url}/get_height`, { signal: AbortSignal.timeout(5_000) }).then(
    ({ ok }) => ok,
    () => false,
  )

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
