/**
 * Our own node on a private chain, started as scripts start `monerod --regtest`.
 *
 * @module
 */
import { daemonClient, type DaemonClient } from '../network/http-client.ts'
import { minerAddress } from './monerod.ts'
import { freePort } from '../network/free-port.ts'
import { temporaryFolder } from '../storage/temporary-folder.ts'
import { startProgram, type Program } from './process.ts'
import { built } from './proxy.ts'

export type Regtest = DaemonClient & {
  program: Program
  dataDir: string
  /** Mines `blocks` blocks to `address`, all that is in the pool in the first; resolves to the new height. */
  mine: (blocks: number, address?: string) => Promise<number>
  stop: (signal?: NodeJS.Signals) => Promise<number | null>
}

export type RegtestOptions = { dataDir?: string; flags?: readonly string[] }

/** The least that a script gives. @param port - 0 for any. */
export const regtestArguments = (dataDir: string, port: number, flags: readonly string[] = []) => [
  built('nightjar-node'),
  ...`--regtest --offline --no-igd --non-interactive --rpc-bind-port ${port}`.split(' '),
  '--data-dir',
  dataDir,
  ...flags,
]

/** Starts one with a chain of its own, difficulty 1, all forks from block 1. */
export async function startRegtest(options: RegtestOptions = {}): Promise<Regtest> {
  const { dataDir = temporaryFolder('own'), flags = [] } = options
  const port = await freePort()
  const args = regtestArguments(dataDir, port, [
    '--keep-fakechain',
    '--fixed-difficulty',
    '1',
    ...flags,
  ])
  const program = await startProgram(process.execPath, args, { ready: /listens on \S+\n/ })
  const client = daemonClient(`http://127.0.0.1:${port}`)
  return {
    ...client,
    program,
    dataDir,
    async mine(blocks, address = minerAddress) {
      const { height } = await client.call('generateblocks', {
        amount_of_blocks: blocks,
        wallet_address: address,
      })
      return Number(height) + 1
    },
    stop: (signal) => program.stop(signal),
  }
}
