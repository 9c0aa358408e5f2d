/**
 * The view of the chain for checks of transactions.
 *
 * @module
 */
import type { ChainView } from '../types.ts'
import type { ChainState } from './chain-state.ts'

/** The current chain. Numbers are fixed at this moment; outputs and key images are read on each call. */
export function viewOf({ store, tip, ports }: ChainState): ChainView {
  return {
    height: tip.height,
    medianWeight: tip.weightMedian(),
    longTermMedian: tip.effectiveLongTermMedian(),
    generatedCoins: tip.block.generatedCoins,
    get adjustedTime() {
      return tip.adjustedTime(ports.clock.now())
    },
    outputs: (amount, indices) => indices.map((index) => store.outputs.get(amount, index)),
    outputCount: (amount) => BigInt(store.outputs.count(amount)),
    hasKeyImage: (keyImage) => store.transactions.hasKeyImage(keyImage),
  }
}
