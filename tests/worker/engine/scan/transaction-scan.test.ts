import { describe, expect, test } from 'vitest'
import type { Crypto } from '#wasm/types.ts'
import { keysOfSeed } from '../../../../worker/engine/keys/account.ts'
import { rowsPerCall, type ScanHit } from '../../../../worker/engine/scan/scan-batches.ts'
import { skimOf } from '../../../../worker/engine/scan/skimmed.ts'
import { TransactionScan } from '../../../../worker/engine/scan/transaction-scan.ts'
import { mineCrowd, type Crowd } from '../../../support/chains/crowded-transactions.ts'
import { hitsIn } from '../../../support/chains/scan-slices.ts'
import { ScriptedChain } from '../../../support/chains/scripted-chain.ts'
import { testSeed } from '../../../support/wallets/test-wallet.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'
import { hasKey, trappingCrypto } from '../../../support/wasm/trapping-crypto.ts'

const crypto = await testCrypto()
const secrets = keysOfSeed(crypto, testSeed)
const crowded = (crowd: Omit<Crowd, 'to'>) => mineCrowd(new ScriptedChain(crypto, secrets), crowd)

const finder = (changed: Partial<Crypto> = {}) => ({ crypto: { ...crypto, ...changed }, secrets })

/** All hits, and the pauses between them. */
async function read(scan: (pause: () => Promise<void>) => TransactionScan) {
  let pauses = 0
  const made = scan(async () => void pauses++)
  const hits: ScanHit[] = []
  for await (const hit of made) hits.push(hit)
  return { hits, pauses, isComplete: made.isComplete }
}

const isOwn = ({ spendKey }: ScanHit) => Buffer.compare(spendKey, secrets.spendPublic) === 0
const ownIn = (hits: readonly ScanHit[]) => hits.filter(isOwn).map(({ index }) => index)

describe('TransactionScan', () => {
  test('finds what a scan of many transactions finds, in the same order', async () => {
    const chain = new ScriptedChain(crypto, secrets)
    const to = { account: 0, address: 0 }
    const { tx, blob } = chain.pay({ payments: [{ to, amount: 5n }, { amount: 6n }] })
    const { hits, pauses, isComplete } = await read(
      (pause) => new TransactionScan(finder(), skimOf(tx), pause),
    )
    expect(hits.length).toBeGreaterThan(0)
    expect(hits).toEqual(hitsIn(crypto, secrets.viewSecret, blob))
    expect([pauses, isComplete]).toEqual([0, true])
  })

  test('pauses between calls of a bounded number of rows', async () => {
    const tx = crowded({ keys: 30, outputs: 1000 })
    const rows: number[] = []
    const counting: Crypto['scan'] = (secret, batch) => {
      rows.push(batch.outputIndices.length)
      return crypto.scan(secret, batch)
    }
    const { hits, pauses, isComplete } = await read(
      (pause) => new TransactionScan(finder({ scan: counting }), skimOf(tx), pause),
    )
    expect(ownIn(hits)).toEqual([999])
    expect(rows).toEqual([...new Array<number>(7).fill(4000), 2000])
    expect(Math.max(...rows)).toBeLessThanOrEqual(rowsPerCall)
    expect([pauses, isComplete]).toEqual([rows.length - 1, true])
  })

  test('leaves out what the module traps on, and is not complete then', async () => {
    const tx = crowded({ keys: 30, outputs: 1000 })
    const first = tx.extra.subarray(1, 33)
    const traps = trappingCrypto(crypto, (batch) => hasKey(batch, first))
    const { hits, isComplete } = await read(
      (pause) => new TransactionScan(finder(traps), skimOf(tx), pause),
    )
    expect([ownIn(hits), isComplete]).toEqual([[999], false])
  })

  test('tries the first keys where there are too many rows, and is not complete then', async () => {
    const tx = crowded({ keys: 30, outputs: 1000 })
    const scan = (most: number) =>
      read((pause) => new TransactionScan(finder(), skimOf(tx), pause, most))
    const { hits, isComplete } = await scan(29_999)
    expect([ownIn(hits), isComplete]).toEqual([[], false])
    const whole = await scan(30_000)
    expect([ownIn(whole.hits), whole.isComplete]).toEqual([[999], true])
  })

  test('error: a module that traps on everything', async () => {
    const traps = trappingCrypto(crypto, () => true)
    const tx = crowded({ keys: 1, outputs: 2 })
    await expect(
      read((pause) => new TransactionScan(finder(traps), skimOf(tx), pause)),
    ).rejects.toMatchObject({ name: 'RuntimeError' })
  })

  test('error: what a pause rejects with', async () => {
    const closed = async () => {
      throw new Error('closed')
    }
    const tx = crowded({ keys: 30, outputs: 1000 })
    await expect(read(() => new TransactionScan(finder(), skimOf(tx), closed))).rejects.toThrow(
      'closed',
    )
  })
})
