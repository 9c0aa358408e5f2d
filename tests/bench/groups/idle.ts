/**
 * A refresh that finds nothing new.
 *
 * @module
 */
import type { Group } from '../group.ts'
import { atMost } from '../row.ts'
import { inTurns, ourRows } from '../wallets.ts'

export const idle: Group = {
  name: 'idle',
  summary: 'a refresh with nothing new',
  async measure({ size, largeWallets }) {
    const of = await inTurns(await largeWallets(), size.calls, ({ time }) => time('refresh'))
    return ourRows('idle/refresh with nothing new', of, atMost(3, 'ms'))
  },
}
