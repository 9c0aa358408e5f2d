/**
 * A refresh that finds nothing new.
 *
 * @module
 */
import type { Group } from '../group.ts'
import { atMost, row } from '../row.ts'
import { requestInside } from '../programs/inside.ts'
import { medianOf } from '../statistics.ts'
import { inTurns, ourRows } from '../wallets.ts'

export const idle: Group = {
  name: 'idle',
  summary: 'a refresh with nothing new',
  async measure({ size, largeWallets }) {
    const wallets = await largeWallets()
    const { worker } = wallets.chromium
    const requests: number[] = []
    const of = await inTurns(wallets, size.calls, async ({ time }, name) => {
      const took = await time('refresh')
      if (name === 'Chromium') requests.push(await worker.evaluate(requestInside))
      return took
    })
    return [
      ...ourRows('idle/refresh with nothing new', of, atMost(3, 'ms')),
      row({
        name: "idle/one request of the browser's own meanwhile, Chromium",
        unit: 'ms',
        value: medianOf(requests),
      }),
    ]
  },
}
