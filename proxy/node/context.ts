/**
 * What every call of the node gets: the chain, and the ports that its hosts fill.
 *
 * @module
 */
import type { Crypto, RandomBytes } from '#wasm/types.ts'
import type { Blockchain } from './blockchain/types.ts'
import type { Clock, ProofOfWork } from './types.ts'

/** Rooms that come to the node add their part here: pool, miner, state. */
export type NodeContext = {
  chain: Blockchain
  clock: Clock
  random: RandomBytes
  crypto: Crypto
  pow: ProofOfWork
}
