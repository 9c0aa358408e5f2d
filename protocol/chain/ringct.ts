/**
 * RingCT on the wire: hidden amounts, and the proofs that they balance.
 *
 * The base is kept for ever. The prunable part holds signatures and range proofs, which a pruned node
 * drops. The numbers of inputs and outputs are not repeated.
 *
 * @module
 * @see monero src/ringct/rctTypes.h serialize_rctsig_base, serialize_rctsig_prunable
 */
import { ChainError, type Reader } from './reader.ts'

/**
 * 0 none (coinbase), 1 full, 2 simple, 3 Bulletproof, 4 Bulletproof with short amounts, 5 CLSAG,
 * 6 Bulletproof+.
 *
 * @see monero src/ringct/rctTypes.h RCTTypeNull
 */
export type RingCtType = 0 | 1 | 2 | 3 | 4 | 5 | 6

/** The encrypted amount of an output: 32 bytes each up to type 3; from type 4 `amount` has 8. */
export type EcdhInfo = { mask?: Uint8Array; amount: Uint8Array }

/** A Borromean range proof; `s0`, `s1` and `commitments` are 64 keys in a row, 2048 bytes. */
type RangeProof = {
  s0: Uint8Array
  s1: Uint8Array
  ee: Uint8Array
  commitments: Uint8Array
}

export type Bulletproof = {
  A: Uint8Array
  S: Uint8Array
  T1: Uint8Array
  T2: Uint8Array
  taux: Uint8Array
  mu: Uint8Array
  L: Uint8Array[]
  R: Uint8Array[]
  a: Uint8Array
  b: Uint8Array
  t: Uint8Array
}

/** A Bulletproof+ range proof. @see monero src/ringct/rctTypes.h BulletproofPlus */
export type BulletproofPlus = {
  A: Uint8Array
  A1: Uint8Array
  B: Uint8Array
  r1: Uint8Array
  s1: Uint8Array
  d1: Uint8Array
  L: Uint8Array[]
  R: Uint8Array[]
}

/** An MLSAG signature: a row of responses per ring member, then the challenge. */
type Mlsag = { ss: Uint8Array[][]; cc: Uint8Array }

/** A CLSAG signature. @see monero src/ringct/rctTypes.h clsag */
export type Clsag = {
  /** One response per ring member. */
  s: Uint8Array[]
  /** The challenge. */
  c1: Uint8Array
  /** D / 8, the auxiliary key image. */
  D: Uint8Array
}

/** The part that a pruned node drops. Lists that the type does not use are empty. */
export type RingCtPrunable = {
  rangeProofs: RangeProof[]
  bulletproofs: Bulletproof[]
  bulletproofsPlus: BulletproofPlus[]
  mlsags: Mlsag[]
  clsags: Clsag[]
  /** Pseudo output commitments of the inputs; type 3 and later. */
  pseudoOutputs: Uint8Array[]
}

export type RingCt = {
  type: RingCtType
  /** In piconero. */
  fee: bigint
  /** Type 2 only; later types have them in `prunable`. See {@link pseudoOutputs}. */
  pseudoOutputs: Uint8Array[]
  ecdh: EcdhInfo[]
  outputCommitments: Uint8Array[]
  /** Absent in pruned form and for type 0. */
  prunable?: RingCtPrunable
}

/** The counts that the format takes from the rest of the transaction. */
export type Shape = {
  inputs: number
  outputs: number
  /** Members of the first input's ring; all rings must have as many. 1 for a coinbase. */
  ringSize: number
}

/** The pseudo output commitments. The type decides whether they are in the base or the prunable part. */
export const pseudoOutputs = (ringct: RingCt): Uint8Array[] =>
  ringct.type === 2 ? ringct.pseudoOutputs : (ringct.prunable?.pseudoOutputs ?? [])

/** Types whose output amounts are 8 bytes and whose masks are derived. */
export const hasShortAmounts = (type: RingCtType) => type >= 4

/** Types signed with one MLSAG per input; type 1 has a single one over all inputs. */
const isSimple = (type: RingCtType) => type >= 2

/** @throws ChainError for an unknown type or missing bytes. */
export function readRingCtBase(reader: Reader, { inputs, outputs }: Shape): RingCt {
  const type = reader.byte('RingCT type')
  if (type > 6) throw new ChainError('RingCT type', `expected 0 to 6, got ${type}`)
  const ringct = { type: type as RingCtType, pseudoOutputs: [], ecdh: [], outputCommitments: [] }
  if (type === 0) return { ...ringct, fee: 0n }

  return {
    type: ringct.type,
    fee: reader.varint('fee'),
    pseudoOutputs: type === 2 ? reader.keys(inputs, 'pseudo output') : [],
    ecdh: readEcdh(reader, outputs, hasShortAmounts(ringct.type)),
    outputCommitments: reader.keys(outputs, 'output commitment'),
  }
}

function readEcdh(reader: Reader, outputs: number, short: boolean): EcdhInfo[] {
  const infos: EcdhInfo[] = []
  for (let i = 0; i < outputs; i++)
    infos.push(
      short
        ? { amount: reader.take(8, 'hidden amount') }
        : { mask: reader.take(32, 'hidden mask'), amount: reader.take(32, 'hidden amount') },
    )
  return infos
}

/**
 * @param type - 1 to 6; type 0 has no prunable part.
 * @throws ChainError for missing bytes, too many proofs, or proofs for too few outputs.
 */
export function readRingCtPrunable(reader: Reader, type: RingCtType, shape: Shape): RingCtPrunable {
  const { inputs, outputs, ringSize } = shape
  if (ringSize < 1) throw new ChainError('ring', 'has no members')
  return {
    rangeProofs: type <= 2 ? repeat(outputs, () => readRangeProof(reader)) : [],
    bulletproofs: type >= 3 && type <= 5 ? readBulletproofs(reader, type, outputs) : [],
    bulletproofsPlus: type === 6 ? readBulletproofsPlus(reader, outputs) : [],
    mlsags: type <= 4 ? readMlsags(reader, type, shape) : [],
    clsags: type >= 5 ? repeat(inputs, () => readClsag(reader, ringSize)) : [],
    pseudoOutputs: type >= 3 ? reader.keys(inputs, 'pseudo output') : [],
  }
}

// The reader throws at the end of the bytes, so a large `count` cannot allocate more than the input.
function repeat<T>(count: number, read: () => T): T[] {
  const list: T[] = []
  for (let i = 0; i < count; i++) list.push(read())
  return list
}

const readRangeProof = (reader: Reader): RangeProof => ({
  s0: reader.take(2048, 'range proof s0'),
  s1: reader.take(2048, 'range proof s1'),
  ee: reader.take(32, 'range proof ee'),
  commitments: reader.take(2048, 'range proof commitments'),
})

function readBulletproofs(reader: Reader, type: RingCtType, outputs: number): Bulletproof[] {
  // Type 3 writes the number of proofs as four bytes.
  const count = type === 3 ? reader.u32('Bulletproofs') : reader.smallVarint('Bulletproofs', 32)
  if (count > outputs)
    throw new ChainError(
      'Bulletproofs',
      `expected at most ${outputs}, one per output, got ${count}`,
    )
  const proofs = repeat(count, () => readBulletproof(reader))
  checkCovers(proofs, outputs)
  return proofs
}

function readBulletproofsPlus(reader: Reader, outputs: number): BulletproofPlus[] {
  const count = reader.smallVarint('Bulletproofs', 32)
  if (count > outputs)
    throw new ChainError(
      'Bulletproofs',
      `expected at most ${outputs}, one per output, got ${count}`,
    )
  const proofs = repeat(count, () => readBulletproofPlus(reader))
  checkCovers(proofs, outputs)
  return proofs
}

const readBulletproof = (reader: Reader): Bulletproof => ({
  A: reader.take(32, 'Bulletproof A'),
  S: reader.take(32, 'Bulletproof S'),
  T1: reader.take(32, 'Bulletproof T1'),
  T2: reader.take(32, 'Bulletproof T2'),
  taux: reader.take(32, 'Bulletproof taux'),
  mu: reader.take(32, 'Bulletproof mu'),
  L: reader.keys(reader.count('Bulletproof L', 32), 'Bulletproof L'),
  R: reader.keys(reader.count('Bulletproof R', 32), 'Bulletproof R'),
  a: reader.take(32, 'Bulletproof a'),
  b: reader.take(32, 'Bulletproof b'),
  t: reader.take(32, 'Bulletproof t'),
})

const readBulletproofPlus = (reader: Reader): BulletproofPlus => ({
  A: reader.take(32, 'Bulletproof+ A'),
  A1: reader.take(32, 'Bulletproof+ A1'),
  B: reader.take(32, 'Bulletproof+ B'),
  r1: reader.take(32, 'Bulletproof+ r1'),
  s1: reader.take(32, 'Bulletproof+ s1'),
  d1: reader.take(32, 'Bulletproof+ d1'),
  L: reader.keys(reader.count('Bulletproof+ L', 32), 'Bulletproof+ L'),
  R: reader.keys(reader.count('Bulletproof+ R', 32), 'Bulletproof+ R'),
})

/**
 * The number of outputs that the proofs can cover: 2^(rounds - 6) each, at most 16.
 *
 * @throws ChainError when a proof's L and R are not 6 to 10 rounds of equal number.
 * @see monero src/ringct/rctTypes.cpp n_bulletproof_max_amounts_base
 */
export function paddedOutputs(proofs: readonly { L: Uint8Array[]; R: Uint8Array[] }[]): number {
  let room = 0
  for (const { L, R } of proofs) {
    if (L.length !== R.length || L.length < 6 || L.length > 10)
      throw new ChainError(
        'Bulletproof',
        `${L.length} L and ${R.length} R, expected 6 to 10 of each`,
      )
    room += 2 ** (L.length - 6)
  }
  return room
}

function checkCovers(proofs: readonly { L: Uint8Array[]; R: Uint8Array[] }[], outputs: number) {
  const room = paddedOutputs(proofs)
  if (room < outputs)
    throw new ChainError('Bulletproofs', `expected room for ${outputs} outputs, got ${room}`)
}

/** Rows and columns of the MLSAGs: one per input of two columns, or one of a column per input. */
export const mlsagShape = (type: RingCtType, inputs: number) =>
  isSimple(type) ? { count: inputs, columns: 2 } : { count: 1, columns: inputs + 1 }

function readMlsags(reader: Reader, type: RingCtType, { inputs, ringSize }: Shape): Mlsag[] {
  const { count, columns } = mlsagShape(type, inputs)
  return repeat(count, () => ({
    ss: repeat(ringSize, () => reader.keys(columns, 'MLSAG ss')),
    cc: reader.take(32, 'MLSAG cc'),
  }))
}

const readClsag = (reader: Reader, ringSize: number): Clsag => ({
  s: reader.keys(ringSize, 'CLSAG s'),
  c1: reader.take(32, 'CLSAG c1'),
  D: reader.take(32, 'CLSAG D'),
})
