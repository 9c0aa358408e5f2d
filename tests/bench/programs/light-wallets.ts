/**
 * Wallets of a light node: two processes, so that the reading of events does not wait for one core.
 *
 * @module
 */
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { bin } from '#protocol/daemon/calls.ts'
import { epeeFrom } from '#protocol/epee/epee.ts'
import { startProgram } from '../../support/programs/process.ts'

const processes = 2

/** Stands for the id of a block in a request. */
const placeholder = 'e'.repeat(64)

/** What a wallet with the blocks below `height` needs. */
export type MissingDay = {
  /** Names of files of the scan feed. */
  files: readonly string[]
  /** Id of the last block in them, and of the first block of the chain. */
  lastId: string
  genesisId: string
}

export type LightWallets = {
  following: () => number
  failed: () => number
  /** Unix times in milliseconds at which wallets received a tip, by its height. */
  arrivals: () => Map<number, number[]>
  stop: () => Promise<void>
}

export async function startLightWallets(
  url: string,
  count: number,
  beginSeconds: number,
  { files, lastId, genesisId }: MissingDay,
): Promise<LightWallets> {
  const request = (id: string) =>
    bytesToHex(
      epeeFrom(bin.get_blocks.params, {
        block_ids: [id, genesisId].map(hexToBytes),
        prune: true,
        no_miner_tx: false,
      }),
    )
  const plan = { files, blocks: request(lastId), newest: request(placeholder), placeholder }
  const started = await Promise.all(
    Array.from({ length: processes }, () =>
      startProgram(process.execPath, [
        'tests/bench/programs/light-wallets-process.mjs',
        `${count / processes}`,
        url,
        `${beginSeconds}`,
        JSON.stringify(plan),
      ]),
    ),
  )
  const sum = (figure: string) =>
    started.reduce((total, { output }) => {
      const last = [...output().matchAll(new RegExp(`\\b${figure} (\\d+)`, 'g'))].at(-1)
      return total + Number(last?.[1] ?? 0)
    }, 0)
  return {
    following: () => sum('following'),
    failed: () => sum('failed'),
    arrivals() {
      const all = new Map<number, number[]>()
      for (const { output } of started) {
        const own = new Map<number, number[]>()
        for (const [, height, times] of output().matchAll(/^tip (\d+) ([\d,]+)$/gm))
          own.set(Number(height), times!.split(',').map(Number))
        for (const [height, times] of own) all.set(height, [...(all.get(height) ?? []), ...times])
      }
      return all
    },
    stop: async () => void (await Promise.all(started.map((each) => each.stop()))),
  }
}
