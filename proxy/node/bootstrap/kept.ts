/**
 * The bootstrap node's address, kept and told. A private chain is behind no other node, so that calls
 * never go there.
 *
 * @module
 */
import type { Bootstrap } from './types.ts'

export function keptBootstrap(): Bootstrap {
  let kept = ''
  return {
    set: ({ address }) => void (kept = address),
    address: () => kept,
    wasEverUsed: () => false,
    isOn: () => false,
  }
}
