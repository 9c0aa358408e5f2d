/**
 * A refresh that finds nothing new.
 *
 * @module
 */
import type { Group } from '../group.ts'
import { atMost, noGoal, row } from '../row.ts'
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
    const request = medianOf(requests)
    const ours = of('Chromium')
    const isTold = ours !== null && request !== null
    return [
      ...ourRows('idle/refresh with nothing new', of, noGoal),
      row({
        name: "idle/one request of the browser's own meanwhile, Chromium",
        unit: 'ms',
        value: request,
      }),
      row({
        name: 'idle/refresh with nothing new, above such a request, Chromium',
        unit: 'ms',
        value: isTold ? ours - request : null,
        goal: atMost(1, 'ms'),
      }),
    ]
  },
}
