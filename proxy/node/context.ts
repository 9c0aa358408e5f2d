/**
 * What every call of the node gets: the chain and what stands around it, and the ports that its hosts
 * fill.
 *
 * @module
 */
import type { SeedEpoch } from '#protocol/rules/seed-height.ts'
import type { Crypto, RandomBytes } from '#wasm/types.ts'
import type { Blockchain } from './blockchain/types.ts'
import type { Bootstrap } from './bootstrap/types.ts'
import type { Miner } from './miner/types.ts'
import type { TransactionPool } from './pool/transaction-pool.ts'
import type { NodeState } from './state/state.ts'
import type { TemplateMaker } from './template/types.ts'
import type { ChainOptions, Clock, ProofOfWork } from './types.ts'

export type NodeContext = {
  options: ChainOptions
  chain: Blockchain
  pool: TransactionPool
  templates: TemplateMaker
  miner: Miner
  state: NodeState
  bootstrap: Bootstrap
  clock: Clock
  random: RandomBytes
  crypto: Crypto
  pow: ProofOfWork
  /** How often RandomX gets a new key. */
  seedEpoch: SeedEpoch
  /** Told by `get_info`. */
  host: HostInfo
  /** Ends the node, after the answer. */
  stop: () => void
  /** Asked on a public node: what would tell of its owner stays away. */
  restricted: boolean
}

/** What the node tells of the machine and the program it runs in. */
export type HostInfo = {
  /** Of our program, as text. */
  version: string
  /** Bytes left where the chain is kept. */
  freeSpace: () => bigint
  /** Connections of callers now. */
  connections: () => bigint
  /** Bytes of blocks in one answer, where there is no memory for as many as monerod gives. */
  mostBlockBytes?: number
}
