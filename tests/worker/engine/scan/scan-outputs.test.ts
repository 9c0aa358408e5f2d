import { describe, expect, test } from 'vitest'
import { concatBytes } from '@noble/hashes/utils.js'
import { writeExtra, type ExtraField } from '#protocol/chain/extra.ts'
import { Skim } from '#protocol/chain/skim.ts'
import { writePrefix } from '#protocol/chain/write.ts'
import type { Crypto } from '#wasm/types.ts'
import { scanHitAt } from '../../../../worker/engine/scan/scan-batches.ts'
import { scanOutputs, type ScannedOutputs } from '../../../../worker/engine/scan/scan-outputs.ts'
import { skimmedTransactions } from '../../../../worker/engine/scan/skimmed.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'
import { hasKey, trappingCrypto } from '../../../support/wasm/trapping-crypto.ts'

const crypto = await testCrypto()
const viewSecret = crypto.randomScalar()
const viewPublic = crypto.multiplyBase(viewSecret)
const spendPublic = crypto.multiplyBase(crypto.randomScalar())

/** Outputs to our primary address, output `at` made with the secret `secrets[at]`. */
function paying(secrets: Uint8Array[], extra: Uint8Array, viewTags = true): Uint8Array {
  const derivations = new Map<Uint8Array, Uint8Array>()
  const outputs = secrets.map((secret, index) => {
    const derivation = derivations.get(secret) ?? crypto.keyDerivation(viewPublic, secret)!
    derivations.set(secret, derivation)
    const key = crypto.derivePublicKey(derivation, index, spendPublic)!
    const viewTag = crypto.deriveViewTag(derivation, index)
    return { amount: 0n, key, ...(viewTags ? { viewTag } : {}) }
  })
  return writePrefix({ version: 2, unlockTime: 0n, inputs: [], outputs, extra })
}

const own = (secret: Uint8Array): ExtraField => ({
  kind: 'publicKey',
  key: crypto.multiplyBase(secret),
})
const additional = (...secrets: Uint8Array[]): ExtraField => ({
  kind: 'additionalKeys',
  keys: secrets.map((secret) => crypto.multiplyBase(secret)),
})
const [a, b, c] = [1, 2, 3].map(() => crypto.randomScalar()) as [Uint8Array, Uint8Array, Uint8Array]

/** The scan of transactions. @param pause - Called between two calls of the module. */
async function scanned(
  transactions: readonly Uint8Array[],
  module: Pick<Crypto, 'scan'> = crypto,
  pause = async () => {},
) {
  const bytes = concatBytes(...transactions)
  const skim = new Skim(bytes)
  let at = 0
  for (const each of transactions)
    expect(skim.transaction(at, (at += each.length), true)).toBe(true)
  return scanOutputs(module, viewSecret, skimmedTransactions(bytes, skim.places), pause)
}

/** Indices of own outputs of each transaction, in the order in which they are found. */
function ownIn(seen: ScannedOutputs, count: number): number[][] {
  const found: number[][] = Array.from({ length: count }, () => [])
  seen.transactions.forEach((transaction, row) => {
    const { index, spendKey, txPublicKey, derivation } = scanHitAt(seen, row)
    expect(crypto.keyDerivation(txPublicKey, viewSecret)).toEqual(derivation)
    if (Buffer.compare(spendKey, spendPublic) === 0) found[transaction]!.push(index)
  })
  return found
}

const foundIn = async (...transactions: Uint8Array[]) =>
  ownIn(await scanned(transactions), transactions.length)

const found = async (tx: Uint8Array) => (await foundIn(tx))[0]

describe('scanOutputs', () => {
  test('tries all outputs with the key of the transaction', async () => {
    expect(await found(paying([a, a, a], writeExtra([own(a)])))).toEqual([0, 1, 2])
    expect(await found(paying([a, b, a], writeExtra([own(a)])))).toEqual([0, 2])
  })

  test('finds outputs of old transactions without view tags', async () => {
    expect(await found(paying([a, b, a], writeExtra([own(a)]), false))).toEqual([0, 2])
  })

  test('tries each output with its additional key', async () => {
    expect(await found(paying([c, b, a], writeExtra([own(a), additional(c, b, b)])))).toEqual([
      2, 0, 1,
    ])
  })

  test('accepts fewer and more additional keys than outputs', async () => {
    expect(await found(paying([b, b], writeExtra([own(a), additional(b)])))).toEqual([0])
    expect(await found(paying([b], writeExtra([own(a), additional(b, b, b)])))).toEqual([0])
  })

  test('tries further keys of the transaction, as monero does', async () => {
    expect(await found(paying([b, a], writeExtra([own(a), own(b)])))).toEqual([1, 0])
  })

  test('uses the fields before malformed extra', async () => {
    const extra = concatBytes(writeExtra([own(a)]), Uint8Array.of(0x77, 1, 2, 3))
    expect(await found(paying([a], extra))).toEqual([0])
  })

  test('skips a transaction without a main key', async () => {
    expect(await found(paying([b], writeExtra([additional(b)])))).toEqual([])
    expect(await found(paying([b], new Uint8Array()))).toEqual([])
  })

  test('continues after an invalid key', async () => {
    const bad: ExtraField = { kind: 'publicKey', key: new Uint8Array(32).fill(0xff) }
    expect(await found(paying([b], writeExtra([bad, own(b)])))).toEqual([0])
  })

  test('keeps transactions of one batch apart', async () => {
    const txs = [
      paying([a], writeExtra([own(a)])),
      paying([b], writeExtra([own(a)])),
      paying([c, c], writeExtra([own(c)])),
    ]
    expect(await foundIn(...txs)).toEqual([[0], [], [0, 1]])
    expect(await foundIn()).toEqual([])
  })

  test('scans at most 4096 rows in one call, and pauses between calls', async () => {
    const rows: number[] = []
    let pauses = 0
    const module: Pick<Crypto, 'scan'> = {
      scan(secret, batch) {
        expect(pauses).toBe(rows.length)
        rows.push(batch.outputIndices.length)
        return crypto.scan(secret, batch)
      },
    }
    const few = paying([a, b, a], writeExtra([own(a)]))
    const many = paying(new Array<Uint8Array>(5000).fill(b), writeExtra([own(b)]))
    const seen = await scanned([few, many, few], module, async () => void pauses++)
    expect(rows).toEqual([3, 4096, 907])
    const all = Array.from({ length: 5000 }, (_, at) => at)
    expect(ownIn(seen, 3)).toEqual([[0, 2], all, [0, 2]])
    expect(seen.postponed).toEqual(new Uint32Array())
  })

  test('ends where a pause rejects', async () => {
    const many = paying(new Array<Uint8Array>(5000).fill(b), writeExtra([own(b)]))
    const closed = async () => {
      throw new Error('closed')
    }
    await expect(scanned([many], crypto, closed)).rejects.toThrow('closed')
  })

  test('postpones a transaction with far more rows than bytes', async () => {
    const few = paying([a, b], writeExtra([own(a)]))
    const keys = Array.from({ length: 20 }, () => own(crypto.randomScalar()))
    const crowded = paying(new Array<Uint8Array>(20).fill(a), writeExtra([own(a), ...keys]))
    const seen = await scanned([few, crowded, few])
    expect(seen.postponed).toEqual(Uint32Array.of(1))
    expect(ownIn(seen, 3)).toEqual([[0], [], [0]])
  })

  test('does not postpone a transaction whose key is repeated', async () => {
    const repeated = paying(
      new Array<Uint8Array>(20).fill(a),
      writeExtra(new Array<ExtraField>(20).fill(own(a))),
    )
    const seen = await scanned([repeated])
    expect([seen.postponed.length, ownIn(seen, 1)[0]]).toEqual([
      0,
      Array.from({ length: 20 }, (_, at) => at),
    ])
  })

  test('postpones the transactions of a call in which the module traps', async () => {
    const key = crypto.multiplyBase(c)
    const many = paying(new Array<Uint8Array>(4000).fill(b), writeExtra([own(b)]))
    const few = paying([c, c], writeExtra([own(c)]))
    const last = paying(new Array<Uint8Array>(200).fill(a), writeExtra([own(a)]))
    const module = trappingCrypto(crypto, (batch) => hasKey(batch, key))
    const seen = await scanned([few, many, last], module)
    expect(seen.postponed).toEqual(Uint32Array.of(0, 1))
    expect(ownIn(seen, 3).map(({ length }) => length)).toEqual([0, 0, 200])
  })

  test('error: an exception of the module that is not a trap', async () => {
    const module = {
      scan() {
        throw new TypeError('a bug')
      },
    }
    await expect(scanned([paying([a], writeExtra([own(a)]))], module)).rejects.toThrow('a bug')
  })
})
