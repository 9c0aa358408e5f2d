/**
 * Response times of the service during a refresh.
 *
 * @module
 */
import { chainNode } from '../chain/node.ts'
import { keptChain } from '../chain/kept.ts'
import type { Group } from '../group.ts'
import { nativeWallet } from '../programs/native.ts'
import { ourNodeWallet } from '../programs/ours-node.ts'
import { hasWalletRpc, restore, type BenchWallet, type WalletOptions } from '../programs/wallet.ts'
import { pause } from '../../support/programs/process.ts'
import { atMost, row } from '../row.ts'
import { startServer } from '../server.ts'
import { median, quantile } from '../statistics.ts'

/** Pause between two calls, in milliseconds. */
const everyMs = 5

export const answers: Group = {
  name: 'answers',
  summary: 'get_version while a refresh of many blocks runs',
  async measure({ size }) {
    const chain = await keptChain(size.long)
    const server = await startServer(chainNode(chain))
    try {
      const ours = await whileRefreshing(ourNodeWallet, server.address)
      const native = hasWalletRpc ? await whileRefreshing(nativeWallet, server.address) : undefined
      const name = `answers/get_version while ${size.long.blocks} blocks are entered`
      const common = { unit: 'ms', reference: native ? Math.max(...native) : null }
      return [
        row({
          ...common,
          name: `${name}, ${ours.length} calls, 99th percentile, Node`,
          value: quantile(ours, 0.99),
          goal: atMost(50, 'ms'),
        }),
        row({ ...common, name: `${name}, median, Node`, value: median(ours) }),
      ]
    } finally {
      await server.close()
    }
  },
}

/** Milliseconds of each call. */
async function whileRefreshing(
  start: (options: WalletOptions) => Promise<BenchWallet>,
  daemon: string,
): Promise<number[]> {
  const wallet = await start({ daemon, scanners: 1 })
  try {
    await restore(wallet)
    let runs = true
    const refresh = wallet.call('refresh').finally(() => (runs = false))
    const samples: number[] = []
    do {
      await pause(everyMs)
      samples.push(await wallet.time('get_version'))
    } while (runs)
    await refresh
    return samples
  } finally {
    await wallet.close()
  }
}
