/**
 * A pool over a made-up chain, in memory.
 *
 * @module
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import { transactionId } from '#protocol/chain/hashes.ts'
import { parseTransaction } from '#protocol/chain/transaction.ts'
import { TransactionPool } from '../../../proxy/node/pool/transaction-pool.ts'
import { submit, type SubmitOptions } from '../../../proxy/node/pool/submit.ts'
import { PoolStore } from '../../../proxy/node/pool/pool-store.ts'
import { VerifiedRings } from '../../../proxy/node/verify/verified-rings.ts'
import { prepareSchema } from '../../../proxy/stores/schema.ts'
import { openMemoryDriver } from '../storage/memory-driver.ts'
import { sqliteDriver } from '../../../server/sqlite/connection.ts'
import { testCrypto } from '../wasm/crypto.ts'
import { memoryScene, memoryTime } from './in-memory-chain-view.ts'
import type { PlanOptions } from '../transactions/forge-scene.ts'
import { seed } from '../random/case-counts.ts'
import { seededBelow } from '../random/sfc32.ts'

/** An id made of its height. */
export const idOfHeight = (height: bigint) => height.toString(16).padStart(64, '0')

export async function poolScene({ maxWeight }: { maxWeight?: bigint } = {}) {
  const crypto = await testCrypto()
  const below = seededBelow(seed())
  const { scene, view } = memoryScene(crypto, below)
  const driver = openMemoryDriver(await sqliteDriver())
  prepareSchema(driver, 'fakechain')
  const clock = { time: memoryTime, now: () => clock.time }
  const open = (limit = maxWeight) =>
    new TransactionPool({
      crypto,
      clock,
      verified: new VerifiedRings(crypto),
      store: new PoolStore(driver),
      maxWeight: limit,
      chain: () => ({
        view: () => view,
        topId: () => idOfHeight(view.height - 1n),
        idAt: (height) => (height < view.height ? idOfHeight(height) : undefined),
      }),
    })
  const pool = open()
  const ports = { crypto, pool, isInChain: () => false, matureOutputs: () => 100n }
  return {
    crypto,
    scene,
    view,
    driver,
    clock,
    pool,
    reopen: open,
    /** Submits a transaction, by default one to be relayed. */
    send: (blob: Uint8Array, options: Partial<SubmitOptions> = {}) =>
      submit(ports, blob, { doNotRelay: false, sanityChecks: true, ...options }),
    /** A transaction that spends the coin at an index. */
    spending: (coin: number, options: PlanOptions = {}) =>
      named(scene.forge({ coin: scene.ripe(coin), inputs: 1, ...options })),
  }
}

/** A transaction and its id. */
export function named(blob: Uint8Array) {
  const tx = parseTransaction(blob)
  return { tx, id: bytesToHex(transactionId(tx)), blob }
}
