/**
 * The context of every call of the node: the chain, the parts around it, and the ports of the host.
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
  /** Reported by `get_info`. */
  host: HostInfo
  /** Ends the node, after the answer was sent. */
  stop: () => void
  /** The call arrived on a restricted node: answers contain nothing about its owner. */
  restricted: boolean
}

/** What the node reports about the machine and the program. */
export type HostInfo = {
  /** Version of our program. */
  version: string
  /** Free bytes where the chain is stored. */
  freeSpace: () => bigint
  /** Number of open client connections. */
  connections: () => bigint
  /** Most bytes of blocks in one answer, on hosts with too little memory for monerod's limit. */
  mostBlockBytes?: number
}
