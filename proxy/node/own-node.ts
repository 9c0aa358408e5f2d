/**
 * A node of our own: chain, pool and calls over one store.
 *
 * @module
 */
import type { SeedEpoch } from '#protocol/rules/seed-height.ts'
import type { Crypto, RandomBytes } from '#wasm/types.ts'
import { ChainStore } from '../stores/chain-store.ts'
import type { Driver } from '../stores/driver.ts'
import type { DaemonBackend } from '../daemon-backend.ts'
import { nodeBackend } from './backend.ts'
import { OwnBlockchain } from './blockchain/blockchain.ts'
import { withBootstrap } from './bootstrap/backend.ts'
import type { Bootstrap } from './bootstrap/types.ts'
import { nodeCalls } from './calls/calls.ts'
import type { HostInfo, NodeContext } from './context.ts'
import type { Miner } from './miner/types.ts'
import { checkPool } from './pool/check-pool.ts'
import { PoolStore } from './pool/pool-store.ts'
import { TransactionPool } from './pool/transaction-pool.ts'
import { upkeepOf } from './pool/upkeep.ts'
import { newState } from './state/state.ts'
import { templateMaker } from './template/maker.ts'
import type { ChainOptions, Clock, ProofOfWork } from './types.ts'
import { blockCheck } from './verify/block.ts'
import { VerifiedRings } from './verify/verified-rings.ts'

export type NodePorts = {
  driver: Driver
  options: ChainOptions
  seedEpoch: SeedEpoch
  clock: Clock
  random: RandomBytes
  crypto: Crypto
  pow: ProofOfWork
  /** Makes the miner, which needs the node because it mines on its chain. */
  miner: (context: Omit<NodeContext, 'miner'>) => Miner
  bootstrap: Bootstrap
  host: HostInfo
  /** Ends the node, after the answer was sent. */
  stop: () => void
}

export type OwnNode = { backend: DaemonBackend; context: NodeContext }

/**
 * Opens the node of a store.
 *
 * @throws StoreError for another network, a newer schema, or a damaged store.
 */
export function openNode(ports: NodePorts): OwnNode {
  const { driver, options, clock, crypto, pow, seedEpoch } = ports
  const verified = new VerifiedRings(crypto)
  const store = new ChainStore(driver, options.network)
  const waiting = new PoolStore(driver)
  checkPool(waiting, crypto)
  let chain: OwnBlockchain | undefined = undefined
  const pool = new TransactionPool({
    crypto,
    verified,
    clock,
    store: waiting,
    chain: () => chain!,
    maxWeight: options.maxPoolWeight,
  })
  chain = OwnBlockchain.open({
    store,
    crypto,
    clock,
    pool,
    pow,
    check: blockCheck(crypto, verified),
    fixedDifficulty: options.fixedDifficulty,
    epoch: seedEpoch,
  })
  if (!options.keepAlternatives) chain.forgetAlternatives()
  pool.validate()
  const parts = {
    ...ports,
    chain,
    pool,
    templates: templateMaker({ chain, pool, options, clock, crypto }),
    state: newState(clock, { keepsBlocks: ports.host.mostBlockBytes === undefined }),
    restricted: false,
  }
  const context: NodeContext = { ...parts, miner: ports.miner(parts) }
  const calls = {
    own: nodeCalls(context),
    restricted: nodeCalls({ ...context, restricted: true }),
  }
  const own = nodeBackend(calls, context.state.tracker, upkeepOf(pool, clock))
  const { bootstrap } = ports
  const { relay } = bootstrap
  const backend = relay ? withBootstrap(own, { ...bootstrap, relay }, chain) : own
  return { backend, context }
}
