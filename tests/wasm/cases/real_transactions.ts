/**
 * What a real wallet signed, found and proved.
 *
 * @see tests/vectors/ringct/README.md
 * @module
 */
import { readFileSync } from 'node:fs'
import { concatBytes } from '@noble/hashes/utils.js'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Crypto, ScanBatch } from '#wasm/types.ts'
import { seededRandom } from '../../support/random/keccak-random.ts'
import type { Make } from './make.ts'
import { bytes, flip, hex, number32, toNumber } from './material.ts'

type Recorded = {
  keys: { view: string; spend: string }
  transactions: {
    name: string
    message: string
    inputs: {
      keyImage: string
      ring: { key: string; commitment: string }[]
      pseudoOutput: string
      clsag: { s: string[]; c1: string; D: string }
    }[]
    proof: Record<'A' | 'A1' | 'B' | 'r1' | 's1' | 'd1', string> & { L: string[]; R: string[] }
    key: string
    additional: string[]
    outputs: {
      key: string
      viewTag: string
      amount: string
      commitment: string
      found: { amount: number; index: number; keyImage: string } | null
    }[]
    proofs: {
      prefixHash: string
      R: string
      A: string
      B: string | null
      D: string
      signature: string
    }[]
  }[]
}
type Transaction = Recorded['transactions'][number]
type Proof = Transaction['proofs'][number]

const file = new URL('../../vectors/ringct/regtest.json', import.meta.url)
const { keys, transactions } = JSON.parse(readFileSync(file, 'utf8')) as Recorded

export function realTransactionCases(make: Make) {
  describe('real transactions', () => {
    let crypto: Crypto
    beforeAll(async () => {
      crypto = await make(seededRandom('real'))
    })

    test('are complete, and of all kinds', () => {
      expect(transactions.map(({ inputs, outputs }) => [inputs.length, outputs.length])).toEqual([
        ...[2, 2, 2, 2, 2].map((inputs, i) => [inputs, [2, 2, 3, 16, 3][i]]),
        [1, 2],
      ])
    })

    describe.each(transactions)('$name', (transaction) => {
      test('its CLSAGs are valid for their own message only', () => {
        for (const input of transaction.inputs) {
          const signed = clsagOf(transaction, input)
          expect(signed.ring).toHaveLength(16)
          expect(crypto.verifyClsag(signed)).toBe(true)
          expect(crypto.verifyClsag({ ...signed, message: flip(signed.message, 3) })).toBe(false)
        }
      })

      test('its Bulletproof+ is valid for its own commitments only', () => {
        const statement = rangeOf(transaction)
        const { commitments } = statement
        expect(crypto.verifyRanges([statement])).toBe(true)
        const reversed = { ...statement, commitments: commitments.toReversed() }
        expect(crypto.verifyRanges([reversed])).toBe(false)
      })

      test('scanning finds exactly the outputs that the wallet found', () => {
        expect(found(crypto, transaction)).toEqual(
          transaction.outputs.map((output) => output.found),
        )
      })

      test('its payment proofs are valid for their own message only', () => {
        const verify = (version: 1 | 2, proof: Proof, bit?: number) => {
          const hash = bytes(proof.prefixHash)
          const B = proof.B === null ? undefined : bytes(proof.B)
          return crypto.verifyTxProof(
            version,
            bit === undefined ? hash : flip(hash, bit),
            ...([bytes(proof.R), bytes(proof.A), B, bytes(proof.D)] as const),
            bytes(proof.signature),
          )
        }
        const { proofs } = transaction
        expect(proofs).not.toEqual([])
        expect(proofs.filter((proof) => !verify(2, proof))).toEqual([])
        expect(proofs.filter((proof) => verify(1, proof) || verify(2, proof, 0))).toEqual([])
      })
    })

    test('have Bulletproofs+ that are valid in one batch', () => {
      expect(crypto.verifyRanges(transactions.map(rangeOf))).toBe(true)
    })
  })
}

function clsagOf({ message }: Transaction, input: Transaction['inputs'][number]) {
  const { keyImage, ring, pseudoOutput, clsag } = input
  return {
    message: bytes(message),
    ring: ring.map(({ key, commitment }) => ({ key: bytes(key), commitment: bytes(commitment) })),
    pseudoOutput: bytes(pseudoOutput),
    keyImage: bytes(keyImage),
    signature: { s: clsag.s.map(bytes), c1: bytes(clsag.c1), D: bytes(clsag.D) },
  }
}

function rangeOf({ proof, outputs }: Transaction) {
  const { A, A1, B, r1, s1, d1, L, R } = proof
  return {
    commitments: outputs.map(({ commitment }) => bytes(commitment)),
    proof: {
      A: bytes(A),
      A1: bytes(A1),
      B: bytes(B),
      r1: bytes(r1),
      s1: bytes(s1),
      d1: bytes(d1),
      L: L.map(bytes),
      R: R.map(bytes),
    },
  }
}

/** What the wallet reports for each output: subaddress, amount and key image; null for a foreign output. */
function found(crypto: Crypto, { key, additional, outputs }: Transaction) {
  const [view, spend] = [bytes(keys.view), bytes(keys.spend)]
  const subaddresses = crypto.subaddressSpendKeys(view, crypto.publicKey(spend)!, 0, 0, 20)
  const byKey = new Map(
    Array.from({ length: 20 }, (_, i) => [hex(subaddresses.subarray(32 * i, 32 * i + 32)), i]),
  )
  const result = outputs.map((): Transaction['outputs'][number]['found'] => null)
  const batch = batchOf(key, additional, outputs)
  for (const { row, derivation, spendKey } of crypto.scan(view, batch)) {
    const minor = byKey.get(hex(spendKey))
    if (minor === undefined) continue
    const at = batch.outputIndices[row]!
    const output = outputs[at]!
    const shared = crypto.derivationToScalar(derivation, at)
    const clear = crypto.xorAmount(bytes(output.amount), shared)
    const amount = toNumber(clear)
    expect(hex(crypto.commit(amount, crypto.commitmentMask(shared)))).toBe(output.commitment)
    const base = minor === 0 ? number32(0n) : crypto.subaddressSecret(view, 0, minor)
    const secret = crypto.deriveSecretKey(derivation, at, crypto.scalarAdd(spend, base))
    expect(hex(crypto.publicKey(secret)!)).toBe(output.key)
    const keyImage = hex(crypto.keyImage(bytes(output.key), secret))
    result[at] = { amount: Number(amount), index: minor, keyImage }
  }
  return result
}

/** The transaction's key with all outputs, then each additional key with its own. */
function batchOf(
  key: string,
  additional: readonly string[],
  outputs: Transaction['outputs'],
): ScanBatch {
  const indices = [...outputs.keys(), ...additional.keys()]
  const rows = indices.map((index) => outputs[index]!)
  const all = outputs.length
  return {
    keys: concatBytes(...[key, ...additional].map(bytes)),
    firstRow: Uint32Array.from([0, all, ...additional.map((_, i) => all + i + 1)]),
    outputKeys: concatBytes(...rows.map((output) => bytes(output.key))),
    outputIndices: Uint32Array.from(indices),
    viewTags: Int16Array.from(rows, ({ viewTag }) => Number.parseInt(viewTag, 16)),
  }
}
