import { describe, expect, test } from 'vitest'
import { concatBytes } from '@noble/hashes/utils.js'
import { writeExtra, type ExtraField } from '#protocol/chain/extra.ts'
import type { Transaction } from '#protocol/chain/transaction.ts'
import { scannable, scanTransactions } from '../../../../worker/engine/sync/scan.ts'
import { testCrypto } from '../../../support/crypto.ts'

const crypto = await testCrypto()
const viewSecret = crypto.randomScalar()
const viewPublic = crypto.multiplyBase(viewSecret)
const spendPublic = crypto.multiplyBase(crypto.randomScalar())

/** Outputs to our primary address, output `at` made with the secret `secrets[at]`. */
function paying(secrets: Uint8Array[], extra: Uint8Array, viewTags = true): Transaction {
  const outputs = secrets.map((secret, index) => {
    const derivation = crypto.keyDerivation(viewPublic, secret)!
    const key = crypto.derivePublicKey(derivation, index, spendPublic)!
    const viewTag = crypto.deriveViewTag(derivation, index)
    return { amount: 0n, key, ...(viewTags ? { viewTag } : {}) }
  })
  return { version: 2, unlockTime: 0n, inputs: [], outputs, extra }
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

/** Outputs that pay us, with the number of sightings that say so. */
function found(tx: Transaction) {
  const [sightings] = scanTransactions(crypto, viewSecret, [scannable(tx)])
  const ours = sightings!.filter(({ spendKey }) => Buffer.compare(spendKey, spendPublic) === 0)
  return ours.map(({ index }) => index)
}

describe('scanTransactions', () => {
  test('tries all outputs with the key of the transaction', () => {
    expect(found(paying([a, a, a], writeExtra([own(a)])))).toEqual([0, 1, 2])
    expect(found(paying([a, b, a], writeExtra([own(a)])))).toEqual([0, 2])
  })

  test('finds outputs without view tags, as they were before', () => {
    expect(found(paying([a, b, a], writeExtra([own(a)]), false))).toEqual([0, 2])
  })

  test('tries each output with its additional key', () => {
    expect(found(paying([c, b, a], writeExtra([own(a), additional(c, b, b)])))).toEqual([2, 0, 1])
  })

  test('takes fewer and more additional keys than outputs', () => {
    expect(found(paying([b, b], writeExtra([own(a), additional(b)])))).toEqual([0])
    expect(found(paying([b], writeExtra([own(a), additional(b, b, b)])))).toEqual([0])
  })

  test('tries further keys of the transaction, as monero does', () => {
    expect(found(paying([b, a], writeExtra([own(a), own(b)])))).toEqual([1, 0])
  })

  test('takes what stands before malformed extra', () => {
    const extra = concatBytes(writeExtra([own(a)]), Uint8Array.of(0x77, 1, 2, 3))
    expect(found(paying([a], extra))).toEqual([0])
  })

  test('does not look at a transaction without a key of its own', () => {
    expect(found(paying([b], writeExtra([additional(b)])))).toEqual([])
    expect(found(paying([b], new Uint8Array()))).toEqual([])
  })

  test('goes on after a key that is no point', () => {
    const bad: ExtraField = { kind: 'publicKey', key: new Uint8Array(32).fill(0xff) }
    expect(found(paying([b], writeExtra([bad, own(b)])))).toEqual([0])
  })

  test('keeps transactions of one batch apart', () => {
    const txs = [
      paying([a], writeExtra([own(a)])),
      paying([b], writeExtra([own(a)])),
      paying([c, c], writeExtra([own(c)])),
    ]
    const sightings = scanTransactions(crypto, viewSecret, txs.map(scannable))
    const ours = sightings.map((each) =>
      each
        .filter(({ spendKey }) => Buffer.compare(spendKey, spendPublic) === 0)
        .map(({ index }) => index),
    )
    expect(ours).toEqual([[0], [], [0, 1]])
    expect(scanTransactions(crypto, viewSecret, [])).toEqual([])
  })
})
