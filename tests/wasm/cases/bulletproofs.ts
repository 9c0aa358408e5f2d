/**
 * @see monero src/ringct/bulletproofs_plus.cc bulletproof_plus_PROVE, bulletproof_plus_VERIFY
 * @module
 */
import { beforeAll, describe, expect, test } from 'vitest'
import type { BulletproofPlus } from '#protocol/chain/ringct.ts'
import type { Crypto } from '#wasm/types.ts'
import { count, seed } from '../../support/random/case-counts.ts'
import { seededRandom } from '../../support/random/keccak-random.ts'
import type { Make } from './make.ts'
import { flip, identity, l, noPoints, number32, smallOrder, toNumber, zero } from './material.ts'

type Statement = { proof: BulletproofPlus; commitments: Uint8Array[] }

const most = 2n ** 64n - 1n
/** How many amounts: some in `npm test`, all in `npm run proof`. */
const sizes = Array.from({ length: 16 }, (_, i) => i + 1).filter(
  (size) => [2, 3, 16].includes(size) || count(0, 1) === 1,
)
const eighth = number32((3n * l + 1n) / 8n)

export function bulletproofCases(make: Make) {
  describe('Bulletproofs+', () => {
    let crypto: Crypto
    beforeAll(async () => {
      crypto = await make(seededRandom(seed()))
    })
    const prove = (...amounts: bigint[]): Statement => {
      const masks = amounts.map(() => crypto.randomScalar())
      const { proof } = crypto.proveRange(amounts, masks)
      return { proof, commitments: amounts.map((amount, i) => crypto.commit(amount, masks[i]!)) }
    }
    const verify = (...statements: Statement[]) => crypto.verifyRanges(statements)
    const withProof = (statement: Statement, changes: Partial<BulletproofPlus>): Statement => ({
      ...statement,
      proof: { ...statement.proof, ...changes },
    })

    test.each([0n, 1n, 2n ** 32n, 2n ** 63n, most])('are valid for the amount %i', (amount) => {
      expect(verify(prove(amount))).toBe(true)
    })

    test.each(sizes)('are valid for %i amounts', (size) => {
      const amounts = Array.from({ length: size }, (_, i) => (i % 2 ? most - BigInt(i) : BigInt(i)))
      const statement = prove(...amounts)
      const rounds = 6 + Math.ceil(Math.log2(size))
      expect(statement.proof.L).toHaveLength(rounds)
      expect(statement.proof.R).toHaveLength(rounds)
      expect(verify(statement)).toBe(true)
      expect(verify({ ...statement, commitments: statement.commitments.toReversed() })).toBe(
        size === 1,
      )
    })

    test('are returned with their commitments divided by 8', () => {
      const masks = [crypto.randomScalar(), zero]
      const { commitments } = crypto.proveRange([3n, most], masks)
      expect(commitments).toEqual([
        crypto.multiply(eighth, crypto.commit(3n, masks[0]!)),
        crypto.multiply(eighth, crypto.commit(most, zero)),
      ])
    })

    test('are valid in a batch, whatever their sizes', () => {
      const batch = [prove(1n), prove(2n, 3n), prove(4n, 5n, 6n), prove(most)]
      expect(verify(...batch)).toBe(true)
      expect(verify(...batch.toReversed())).toBe(true)
      expect(verify(batch[1]!, batch[1]!)).toBe(true)
      expect(verify()).toBe(true)
    })

    test('make a batch invalid if one proof is invalid', () => {
      const batch = [prove(1n), prove(2n, 3n), prove(4n)]
      for (const [i, { proof }] of batch.entries()) {
        const bad = withProof(batch[i]!, { d1: crypto.scalarAdd(proof.d1, number32(1n)) })
        expect(verify(...batch.with(i, bad))).toBe(false)
      }
      // What is too much in one and too little in another must not cancel out.
      const [more, less] = [number32(1n), number32(l - 1n)]
      const raised = withProof(batch[0]!, { d1: crypto.scalarAdd(batch[0]!.proof.d1, more) })
      const lowered = withProof(batch[2]!, { d1: crypto.scalarAdd(batch[2]!.proof.d1, less) })
      expect(verify(raised, lowered)).toBe(false)
    })

    test('are invalid for other commitments', () => {
      const statement = prove(7n, 8n)
      const [first, second] = statement.commitments as [Uint8Array, Uint8Array]
      const H = crypto.commit(1n, zero)
      const others = [
        [crypto.pointAdd(first, H)!, second],
        [first, crypto.pointSubtract(second, H)!],
        [crypto.pointAdd(first, H)!, crypto.pointSubtract(second, H)!],
        [second, first],
        [first, first],
        ...smallOrder.slice(1).map(([, T]) => [crypto.pointAdd(first, T)!, second]),
      ]
      for (const commitments of others) expect(verify({ ...statement, commitments })).toBe(false)
    })

    test('are invalid for an amount out of range', () => {
      // Commitments to -1 and 2^64 are ordinary points; only the proof is invalid.
      const mask = crypto.randomScalar()
      const { proof } = crypto.proveRange([0n], [mask])
      const H = crypto.commit(1n, zero)
      const minusOne = crypto.pointSubtract(crypto.commit(0n, mask), H)!
      const tooMuch = crypto.pointAdd(crypto.commit(most, mask), H)!
      expect(verify({ proof, commitments: [minusOne] })).toBe(false)
      const high = crypto.proveRange([most], [mask])
      expect(verify({ proof: high.proof, commitments: [tooMuch] })).toBe(false)
    })

    test('are invalid if any element is changed', () => {
      const statement = prove(9n, 10n)
      const { proof } = statement
      for (let i = 0; i < count(1, 20); i++) {
        const [bit = 0] = crypto.randomScalar()
        const changes: Partial<BulletproofPlus>[] = [
          ...(['A', 'A1', 'B', 'r1', 's1', 'd1'] as const).map((name) => ({
            [name]: flip(proof[name], bit),
          })),
          ...proof.L.map((element, n) => ({ L: proof.L.with(n, flip(element, bit)) })),
          ...proof.R.map((element, n) => ({ R: proof.R.with(n, flip(element, bit)) })),
        ]
        const answers = changes.map((change) => verify(withProof(statement, change)))
        expect(answers).toEqual(changes.map(() => false))
      }
    })

    test('are rejected if a scalar is not canonical', () => {
      const statement = prove(11n)
      for (const name of ['r1', 's1', 'd1'] as const) {
        const raised = number32(toNumber(statement.proof[name]) + l)
        expect(verify(withProof(statement, { [name]: raised }))).toBe(false)
      }
    })

    test('are rejected if their size does not match the number of commitments', () => {
      const statement = prove(12n, 13n)
      const { proof, commitments } = statement
      const wrong: Statement[] = [
        { proof, commitments: [] },
        { proof, commitments: commitments.slice(1) },
        { proof, commitments: [...commitments, commitments[0]!] },
        { proof, commitments: Array.from({ length: 17 }, () => commitments[0]!) },
        withProof(statement, { L: [], R: [] }),
        withProof(statement, { L: proof.L.slice(1) }),
        withProof(statement, { R: proof.R.slice(1) }),
        withProof(statement, { L: proof.L.slice(1), R: proof.R.slice(1) }),
        withProof(statement, { L: [...proof.L, identity], R: [...proof.R, identity] }),
      ]
      for (const each of wrong) expect(verify(each)).toBe(false)
    })

    test.each(noPoints)('are rejected with %s', (_, none) => {
      const statement = (known ??= prove(14n))
      const { proof } = statement
      expect(verify({ ...statement, commitments: [none] })).toBe(false)
      expect(verify(withProof(statement, { A: none }))).toBe(false)
      expect(verify(withProof(statement, { A1: none }))).toBe(false)
      expect(verify(withProof(statement, { B: none }))).toBe(false)
      expect(verify(withProof(statement, { L: proof.L.with(2, none) }))).toBe(false)
      expect(verify(withProof(statement, { R: proof.R.with(5, none) }))).toBe(false)
    })
    let known: Statement | undefined

    test('error: amounts or masks that cannot be proven', () => {
      const mask = crypto.randomScalar()
      const masks = (length: number) => Array.from({ length }, () => mask)
      const cannot: [bigint[], Uint8Array[]][] = [
        [[], []],
        [masks(17).map(() => 1n), masks(17)],
        [[1n], masks(2)],
        [[1n, 2n], masks(1)],
        [[-1n], masks(1)],
        [[2n ** 64n], masks(1)],
        [[1n], [mask.slice(1)]],
        [[1n], [number32(l)]],
      ]
      for (const [amounts, masks] of cannot)
        expect(() => crypto.proveRange(amounts, masks)).toThrow(RangeError)
    })

    test('error: wrong lengths', () => {
      const statement = (known ??= prove(14n))
      const { proof } = statement
      const short = zero.slice(1)
      for (const name of ['A', 'A1', 'B', 'r1', 's1', 'd1'])
        expect(() => verify(withProof(statement, { [name]: short }))).toThrow(RangeError)
      for (const changes of [{ L: proof.L.with(0, short) }, { R: proof.R.with(0, short) }])
        expect(() => verify(withProof(statement, changes))).toThrow(RangeError)
      expect(() => verify({ proof, commitments: [short] })).toThrow(RangeError)
    })
  })
}
