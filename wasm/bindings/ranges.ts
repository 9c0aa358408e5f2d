/**
 * Bulletproofs+ through the module.
 *
 * @module
 */
import type { BulletproofPlus } from '#protocol/chain/ringct.ts'
import { checkAmount, checkLength } from '../arguments.ts'
import type { Crypto } from '../types.ts'
import type { Frame, Machine, Pointer } from './memory.ts'

/** @see monero src/cryptonote_config.h BULLETPROOF_PLUS_MAX_OUTPUTS */
const mostAmounts = 16

/** Rounds of a proof for a number of amounts: log2 of their bits, padded to a power of two. */
const roundsOf = (count: number) => 6 + Math.ceil(Math.log2(count))

export function ranges({ exports, call }: Machine): Pick<Crypto, 'proveRange' | 'verifyRanges'> {
  return {
    proveRange(amounts, masks) {
      const count = amounts.length
      if (count < 1 || count > mostAmounts || masks.length !== count)
        throw new RangeError(`amounts, masks: expected 1 to ${mostAmounts} of each`)
      amounts.forEach((amount, i) => checkAmount(`amounts[${i}]`, amount))
      return call((frame) => {
        const rounds = roundsOf(count)
        const o = frame.space(32 * (count + 6 + 2 * rounds))
        const masksAt = frame.putRows((i) => `masks[${i}]`, masks)
        for (let i = 0; i < count; i++)
          if (!exports.isCanonicalScalar(masksAt + 32 * i))
            throw new RangeError(`masks[${i}]: expected a canonical scalar`)
        exports.proveRange(o, count, putAmounts(frame, amounts), masksAt)
        const commitments = amounts.map((_, i) => frame.take(o + 32 * i))
        return { proof: takeProof(frame, o + 32 * count, rounds), commitments }
      })
    },

    verifyRanges(proofs) {
      proofs.forEach(checkLengths)
      if (!proofs.every(isShaped)) return false
      if (proofs.length === 0) return true
      return call(({ putRows }) => {
        const rounds = Math.max(...proofs.map(({ proof }) => proof.L.length))
        exports.beginRanges(
          1 << rounds,
          proofs.reduce((sum, claim) => sum + pointsOf(claim), 0),
        )
        const fine = proofs.every(({ proof, commitments }, n) =>
          exports.addRange(
            putRows((i) => `proofs[${n}].commitments[${i}]`, commitments),
            commitments.length,
            putRows(() => `proofs[${n}].proof`, rowsOf(proof)),
            proof.L.length,
          ),
        )
        return fine && exports.endRanges() === 1
      })
    },
  }
}

type Claim = { proof: BulletproofPlus; commitments: readonly Uint8Array[] }

function putAmounts({ space, write }: Frame, amounts: readonly bigint[]): Pointer {
  const pointer = space(8 * amounts.length)
  const amount = new DataView(new ArrayBuffer(8))
  amounts.forEach((value, i) => {
    amount.setBigUint64(0, value, true)
    write(pointer + 8 * i, new Uint8Array(amount.buffer))
  })
  amount.setBigUint64(0, 0n)
  return pointer
}

/** The proof's elements in the module's order: A, A1, B, r1, s1, d1, then L and R of each round. */
const rowsOf = ({ A, A1, B, r1, s1, d1, L, R }: BulletproofPlus) => [
  A,
  A1,
  B,
  r1,
  s1,
  d1,
  ...L.flatMap((element, j) => [element, R[j]!]),
]

function takeProof({ take }: Frame, at: Pointer, rounds: number): BulletproofPlus {
  const element = (i: number) => take(at + 32 * i)
  const numbers = Array.from({ length: rounds }, (_, j) => 6 + 2 * j)
  return {
    A: element(0),
    A1: element(1),
    B: element(2),
    r1: element(3),
    s1: element(4),
    d1: element(5),
    L: numbers.map(element),
    R: numbers.map((i) => element(i + 1)),
  }
}

/** Commitments, A, A1, B, and L and R of each round. */
const pointsOf = ({ proof, commitments }: Claim) => commitments.length + 3 + 2 * proof.L.length

/** Whether the number of rounds matches the number of commitments. */
const isShaped = ({ proof: { L, R }, commitments: { length: count } }: Claim) =>
  count >= 1 && count <= mostAmounts && L.length === roundsOf(count) && R.length === L.length

function checkLengths({ proof, commitments }: Claim, n: number): void {
  const { A, A1, B, r1, s1, d1, L, R } = proof
  for (const row of commitments) checkLength(`proofs[${n}].commitments`, row, 32)
  for (const row of [A, A1, B, r1, s1, d1, ...L, ...R]) checkLength(`proofs[${n}].proof`, row, 32)
}
