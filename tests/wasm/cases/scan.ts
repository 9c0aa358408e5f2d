/**
 * @see monero src/cryptonote_basic/cryptonote_format_utils.cpp is_out_to_acc_precomp
 * @module
 */
import { concatBytes } from '@noble/hashes/utils.js'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Crypto, ScanBatch } from '#wasm/types.ts'
import { count, seed } from '../../support/random/case-counts.ts'
import { seededRandom } from '../../support/random/keccak-random.ts'
import type { Make } from './make.ts'
import { noPoints, number32, smallOrder, zero } from './material.ts'

/** A row as a test writes it; one key may have several. */
type Row = { outputKey: Uint8Array; index: number; viewTag: number }
type Group = { key: Uint8Array; rows: Row[] }

function batchOf(groups: readonly Group[]): ScanBatch {
  const rows = groups.flatMap((group) => group.rows)
  const firstRow = new Uint32Array(groups.length + 1)
  groups.forEach((group, i) => (firstRow[i + 1] = firstRow[i]! + group.rows.length))
  return {
    keys: concatBytes(...groups.map(({ key }) => key)),
    firstRow,
    outputKeys: concatBytes(...rows.map(({ outputKey }) => outputKey)),
    outputIndices: Uint32Array.from(rows, ({ index }) => index),
    viewTags: Int16Array.from(rows, ({ viewTag }) => viewTag),
  }
}

export function scanCases(make: Make) {
  describe('scan', () => {
    let crypto: Crypto
    beforeAll(async () => {
      crypto = await make(seededRandom(seed()))
    })
    const wallet = () => {
      const [view, spend] = [crypto.randomScalar(), crypto.randomScalar()]
      return { view, A: crypto.publicKey(view)!, B: crypto.publicKey(spend)! }
    }
    /** What a sender with the secret r makes of an address. */
    const pay = (
      r: Uint8Array,
      A: Uint8Array,
      B: Uint8Array,
      index: number,
      tagged = true,
    ): Row => {
      const derivation = crypto.keyDerivation(A, r)!
      const outputKey = crypto.derivePublicKey(derivation, index, B)!
      return { outputKey, index, viewTag: tagged ? crypto.deriveViewTag(derivation, index) : -1 }
    }
    const random = () => crypto.randomScalar()
    /** The same, found one by one with the other functions of the port. */
    const expected = (view: Uint8Array, groups: readonly Group[]) => {
      let row = -1
      return groups.flatMap(({ key, rows }) => {
        const derivation = crypto.keyDerivation(key, view)
        return rows.flatMap(({ outputKey, index, viewTag }) => {
          row++
          if (!derivation) return []
          if (viewTag !== -1 && viewTag !== crypto.deriveViewTag(derivation, index)) return []
          const spendKey = crypto.deriveSubaddressPublicKey(outputKey, derivation, index)
          return spendKey ? [{ row, derivation, spendKey }] : []
        })
      })
    }

    test('finds paid outputs and the spend key of each', () => {
      const { view, A, B } = wallet()
      const r = random()
      const rows = [pay(r, A, B, 0), pay(r, A, B, 1, false)]
      const found = crypto.scan(view, batchOf([{ key: crypto.publicKey(r)!, rows }]))
      expect(found.map(({ row, spendKey }) => [row, spendKey])).toEqual([
        [0, B],
        [1, B],
      ])
      expect(found[0]!.derivation).toEqual(crypto.keyDerivation(A, r))
    })

    test('finds a payment to a subaddress by its own transaction key', () => {
      const { view, B } = wallet()
      const spendKey = crypto.subaddressSpendKeys(view, B, 2, 9, 1)
      const C = crypto.multiply(view, spendKey)!
      const r = random()
      const rows = [pay(r, C, spendKey, 3)]
      const [found] = crypto.scan(view, batchOf([{ key: crypto.multiply(r, spendKey)!, rows }]))
      expect(found).toEqual({ row: 0, derivation: crypto.keyDerivation(C, r), spendKey })
    })

    test('agrees with single derivations and view tags', () => {
      const { view, A, B } = wallet()
      const groups = Array.from({ length: count(40, 400) }, (_, g): Group => {
        const r = random()
        const ours = g % 3 === 0
        const [V, S] = ours ? [A, B] : [crypto.publicKey(random())!, crypto.publicKey(random())!]
        const size = g % 5
        const rows = Array.from({ length: size }, (_, i) => pay(r, V, S, i, i % 2 === 0))
        return { key: crypto.publicKey(r)!, rows }
      })
      expect(crypto.scan(view, batchOf(groups))).toEqual(expected(view, groups))
    })

    test('skips invalid keys, and finds the outputs around them', () => {
      const { view, A, B } = wallet()
      const r = random()
      const good: Group = { key: crypto.publicKey(r)!, rows: [pay(r, A, B, 0), pay(r, A, B, 1)] }
      const groups = noPoints.flatMap(([, none]): Group[] => [
        { key: none, rows: good.rows },
        good,
        { key: good.key, rows: [{ ...good.rows[0]!, outputKey: none }, good.rows[1]!] },
      ])
      const found = crypto.scan(view, batchOf(groups))
      expect(found).toHaveLength(3 * noPoints.length)
      expect(found).toEqual(expected(view, groups))
    })

    test('handles keys with torsion as monero does', () => {
      const { view, A, B } = wallet()
      const r = random()
      const R = crypto.publicKey(r)!
      const row = pay(r, A, B, 0)
      const groups = smallOrder.flatMap(([, T]): Group[] => [
        { key: crypto.pointAdd(R, T)!, rows: [row] },
        { key: R, rows: [{ ...row, outputKey: crypto.pointAdd(row.outputKey, T)! }] },
        { key: T, rows: [{ ...row, viewTag: -1 }] },
      ])
      const found = crypto.scan(view, batchOf(groups))
      expect(found).toHaveLength(groups.length)
      expect(found).toEqual(expected(view, groups))
    })

    test('skips outputs with a different view tag', () => {
      const { view, A, B } = wallet()
      const r = random()
      const row = pay(r, A, B, 0)
      const rows = Array.from({ length: 256 }, (_, viewTag) => ({ ...row, viewTag }))
      const found = crypto.scan(view, batchOf([{ key: crypto.publicKey(r)!, rows }]))
      expect(found.map((candidate) => candidate.row)).toEqual([row.viewTag])
    })

    test('hashes any output index', () => {
      const { view, A, B } = wallet()
      const r = random()
      const rows = [0, 127, 128, 16383, 16384, 0xffffffff].map((index) => pay(r, A, B, index))
      const found = crypto.scan(view, batchOf([{ key: crypto.publicKey(r)!, rows }]))
      expect(found.map(({ spendKey }) => spendKey)).toEqual(rows.map(() => B))
    })

    test('accepts an empty batch, and keys without rows', () => {
      expect(crypto.scan(random(), batchOf([]))).toEqual([])
      const key = crypto.publicKey(random())!
      expect(crypto.scan(random(), batchOf([{ key, rows: [] }]))).toEqual([])
    })

    test('returns a separate copy of each derivation', () => {
      const { view, A, B } = wallet()
      const r = random()
      const rows = [pay(r, A, B, 0), pay(r, A, B, 1)]
      const found = crypto.scan(view, batchOf([{ key: crypto.publicKey(r)!, rows }]))
      found[0]!.derivation.fill(0)
      expect(found[1]!.derivation).toEqual(crypto.keyDerivation(A, r))
    })

    test('error: columns of inconsistent lengths', () => {
      const { view, A, B } = wallet()
      const r = random()
      const rows = [pay(r, A, B, 0), pay(r, A, B, 1)]
      const batch = batchOf([{ key: crypto.publicKey(r)!, rows }])
      const wrong: Partial<ScanBatch>[] = [
        { keys: batch.keys.slice(1) },
        { keys: new Uint8Array() },
        { firstRow: new Uint32Array() },
        { firstRow: Uint32Array.of(0, 1) },
        { firstRow: Uint32Array.of(1, 2) },
        { firstRow: Uint32Array.of(0, 3) },
        { firstRow: Uint32Array.of(0, 1, 2) },
        { outputKeys: batch.outputKeys.slice(32) },
        { outputIndices: batch.outputIndices.slice(1) },
        { viewTags: batch.viewTags.slice(1) },
      ]
      for (const changes of wrong)
        expect(() => crypto.scan(view, { ...batch, ...changes })).toThrow(RangeError)
      const shrinking = { ...batch, keys: concatBytes(batch.keys, batch.keys) }
      const firstRow = Uint32Array.of(0, 3, 2)
      expect(() => crypto.scan(view, { ...shrinking, firstRow })).toThrow(RangeError)
      expect(() => crypto.scan(zero.slice(1), batch)).toThrow(RangeError)
      expect(() => crypto.scan(number32(1n), batch)).not.toThrow()
    })
  })
}
