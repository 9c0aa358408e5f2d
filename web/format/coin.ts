/**
 * Describes an output for the list of coins.
 *
 * @module
 */
import { plural, text } from '../languages/text.ts'
import type { Coin } from '../state/coins/coin-filter.ts'
import { showAge, showLock } from './time.ts'

/** Its label, or the address it came to. */
export const coinTitle = (coin: Coin): string => coin.label || coinAddress(coin)

/** The address that it came to, by label or index. */
export function coinAddress({ address_index, address_label }: Coin): string {
  if (address_index !== 0) return address_label || text(`Address ${address_index}`)
  return text('Primary address')
}

/** Where it comes from. */
export function coinOrigin({ origin }: Pick<Coin, 'origin'>): string {
  if (origin === 'mined') return text('Mined')
  if (origin === 'change') return text('Change of a payment')
  return origin === 'own' ? text('From this wallet') : text('Received')
}

/** Why it cannot be spent now; undefined for a spendable one. */
export function coinState({ state, blocks_to_unlock, unlock_time }: Coin): string | undefined {
  if (state === 'unspent') return undefined
  if (state === 'frozen') return text('Frozen')
  if (state === 'spent') return text('Spent')
  if (state === 'spending') return text('Being spent')
  if (blocks_to_unlock > 0n)
    return plural(blocks_to_unlock, ['Locked for # block', 'Locked for # blocks'])
  return text(`Locked until ${showLock(unlock_time)}`)
}

/** Its age; empty while its block is unknown. @param now - Unix seconds. */
export function coinAge({ timestamp }: Coin, now: number): string {
  if (timestamp === 0n) return ''
  return text(`${showAge(Math.max(0, now - Number(timestamp)))} old`)
}
