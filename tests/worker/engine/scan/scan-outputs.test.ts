import { describe, expect, test } from 'vitest'
import { concatBytes } from '@noble/hashes/utils.js'
import { writeExtra, type ExtraField } from '#protocol/chain/extra.ts'
import { Skim } from '#protocol/chain/skim.ts'
import { writePrefix } from '#protocol/chain/write.ts'
import { scanOutputs, scanHitAt } from '../../../../worker/engine/scan/scan-outputs.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'

const crypto = await testCrypto()
const viewSecret = crypto.randomScalar()
const viewPublic = crypto.multiplyBase(viewSecret)
const spendPublic = crypto.multiplyBase(crypto.randomScalar())

/** Outputs to our primary address, output `at` made with the secret `secrets[at]`. */
function paying(secrets: Uint8Array[], extra: Uint8Array, viewTags = true): Uint8Array {
  const outputs = secrets.map((secret, index) => {
    const derivation = crypto.keyDerivation(viewPublic, secret)!
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

/** Indices of own outputs of each transaction, in the order in which they are found. */
function foundIn(...transactions: Uint8Array[]): number[][] {
  const bytes = concatBytes(...transactions)
  const skim = new Skim(bytes)
  let at = 0
  for (const each of transactions)
    expect(skim.transaction(at, (at += each.length), true)).toBe(true)
  const seen = scanOutputs(crypto, viewSecret, bytes, skim.places)
  const found: number[][] = transactions.map(() => [])
  seen.transactions.forEach((transaction, row) => {
    const { index, spendKey, txPublicKey, derivation } = scanHitAt(seen, row)
    expect(crypto.keyDerivation(txPublicKey, viewSecret)).toEqual(derivation)
    if (Buffer.compare(spendKey, spendPublic) === 0) found[transaction]!.push(index)
  })
  return found
}

const found = (tx: Uint8Array) => foundIn(tx)[0]

describe('scanOutputs', () => {
  test('tries all outputs with the key of the transaction', () => {
    expect(found(paying([a, a, a], writeExtra([own(a)])))).toEqual([0, 1, 2])
    expect(found(paying([a, b, a], writeExtra([own(a)])))).toEqual([0, 2])
  })

  test('finds outputs of old transactions without view tags', () => {
    expect(found(paying([a, b, a], writeExtra([own(a)]), false))).toEqual([0, 2])
  })

  test('tries each output with its additional key', () => {
    expect(found(paying([c, b, a], writeExtra([own(a), additional(c, b, b)])))).toEqual([2, 0, 1])
  })

  test('accepts fewer and more additional keys than outputs', () => {
    expect(found(paying([b, b], writeExtra([own(a), additional(b)])))).toEqual([0])
    expect(found(paying([b], writeExtra([own(a), additional(b, b, b)])))).toEqual([0])
  })

  test('tries further keys of the transaction, as monero does', () => {
    expect(found(paying([b, a], writeExtra([own(a), own(b)])))).toEqual([1, 0])
  })

  test('uses the fields before malformed extra', () => {
    const extra = concatBytes(writeExtra([own(a)]), Uint8Array.of(0x77, 1, 2, 3))
    expect(found(paying([a], extra))).toEqual([0])
  })

  test('skips a transaction without a main key', () => {
    expect(found(paying([b], writeExtra([additional(b)])))).toEqual([])
    expect(found(paying([b], new Uint8Array()))).toEqual([])
  })

  test('continues after an invalid key', () => {
    const bad: ExtraField = { kind: 'publicKey', key: new Uint8Array(32).fill(0xff) }
    expect(found(paying([b], writeExtra([bad, own(b)])))).toEqual([0])
  })

  test('keeps transactions of one batch apart', () => {
    const txs = [
      paying([a], writeExtra([own(a)])),
      paying([b], writeExtra([own(a)])),
      paying([c, c], writeExtra([own(c)])),
    ]
    expect(foundIn(...txs)).toEqual([[0], [], [0, 1]])
    expect(foundIn()).toEqual([])
  })
})
