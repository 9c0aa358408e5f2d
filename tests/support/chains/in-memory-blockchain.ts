/**
 * A chain of our own in memory, with all its checks, and a pool with given transactions.
 *
 * @module
 */
import {
  parseTransaction,
  transactionFee,
  type ParsedTransaction,
} from '#protocol/chain/transaction.ts'
import { transactionWeight } from '#protocol/chain/weights.ts'
import type { Network } from '#protocol/rules/forks.ts'
import { seedEpoch, type SeedEpoch } from '#protocol/rules/seed-height.ts'
import type { Crypto } from '#wasm/types.ts'
import {
  OwnBlockchain,
  type OwnBlockchainPorts,
} from '../../../proxy/node/blockchain/blockchain.ts'
import type {
  BlockchainPool,
  CheckTransactions,
  Clock,
  Id,
  ProofOfWork,
} from '../../../proxy/node/types.ts'
import { blockCheck } from '../../../proxy/node/verify/block.ts'
import { VerifiedRings } from '../../../proxy/node/verify/verified-rings.ts'
import { ChainStore } from '../../../proxy/stores/chain-store.ts'
import type { Driver } from '../../../proxy/stores/driver.ts'
import { openMemoryDriver } from '../storage/memory-driver.ts'
import { sqliteDriver } from '../../../server/sqlite/connection.ts'
import { testCrypto } from '../wasm/crypto.ts'

/** Keeps transactions without looking at them. It takes nothing back: for blocks that are valid. */
export class UncheckedPool implements BlockchainPool {
  readonly waiting = new Map<Id, ParsedTransaction>()

  has(id: Id) {
    return this.waiting.has(id)
  }

  get(id: Id) {
    const tx = this.waiting.get(id)
    if (!tx) return undefined
    return { id, blob: tx.blob, weight: BigInt(transactionWeight(tx)), fee: transactionFee(tx) }
  }

  drop(id: Id) {
    return this.waiting.delete(id)
  }

  addFromBlock(tx: ParsedTransaction, id: Id) {
    this.giveBack(tx, id)
    return undefined
  }

  giveBack(tx: ParsedTransaction, id: Id) {
    this.waiting.set(id, parseTransaction(tx.blob.slice()))
  }

  chainChanged() {}

  reload() {
    throw new Error('this pool takes nothing back')
  }
}

/** The program's own time. */
const systemTime: Clock = { now: () => BigInt(Math.floor(Date.now() / 1000)) }

const noWork: ProofOfWork = {
  hash: () => Promise.reject(new Error('no block of difficulty 1 needs a hash')),
}

export type OwnChainOptions = {
  crypto?: Crypto
  network?: Network
  driver?: Driver
  pool?: BlockchainPool
  check?: CheckTransactions
  clock?: Clock
  pow?: ProofOfWork
  /** 1 when left out; null for one that is computed. */
  fixedDifficulty?: bigint | null
  /** How often RandomX gets a new key. */
  epoch?: SeedEpoch
}

/** Opens the chain of a driver, by default an empty one in memory that checks everything. */
export const openBlockchain = async (options: OwnChainOptions = {}): Promise<OwnBlockchain> =>
  (await openWithPorts(options)).chain

/**
 * The same with its ports, for tests of one part of the blockchain: a `ChainState` of the ports is the
 * state after the blocks that the chain has stored.
 */
export async function openWithPorts(options: OwnChainOptions = {}) {
  const crypto = options.crypto ?? (await testCrypto())
  const driver = options.driver ?? openMemoryDriver(await sqliteDriver())
  const { fixedDifficulty = 1n } = options
  const ports: OwnBlockchainPorts = {
    store: new ChainStore(driver, options.network ?? 'fakechain'),
    crypto,
    clock: options.clock ?? systemTime,
    pool: options.pool ?? new UncheckedPool(),
    check: options.check ?? blockCheck(crypto, new VerifiedRings(crypto)),
    pow: options.pow ?? noWork,
    epoch: options.epoch ?? seedEpoch,
    ...(fixedDifficulty === null ? {} : { fixedDifficulty }),
  }
  return { chain: OwnBlockchain.open(ports), ports }
}
