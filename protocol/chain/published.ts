/**
 * Blocks and transactions as the objects in messages of monerod's ZeroMQ publisher.
 *
 * The order of members is part of the format: clients compare and cut such messages as text.
 *
 * @module
 * @see monero src/serialization/json_object.cpp toJsonValue
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import { longHex } from '../hex.ts'
import type { Block } from './block.ts'
import {
  pseudoOutputs,
  type Bulletproof,
  type BulletproofPlus,
  type EcdhInfo,
  type RingCt,
  type RingCtPrunable,
} from './ringct.ts'
import type { Transaction, TxInput, TxOutput } from './transaction.ts'

/** A block with its miner transaction. */
export const publishedBlock = (block: Block) => ({
  major_version: block.majorVersion,
  minor_version: block.minorVersion,
  timestamp: block.timestamp,
  prev_id: bytesToHex(block.prevId),
  nonce: block.nonce,
  miner_tx: publishedTransaction(block.minerTx),
  tx_hashes: hexes(block.txHashes),
})

/**
 * A whole transaction.
 *
 * @param V - The output commitments divided by 8. monerod adds them to the range proof when it reads one;
 *   a miner transaction has none.
 */
export const publishedTransaction = (tx: Transaction, V: readonly Uint8Array[] = []) => ({
  version: tx.version,
  unlock_time: tx.unlockTime,
  inputs: tx.inputs.map(inputOf),
  outputs: tx.outputs.map(outputOf),
  extra: longHex(tx.extra),
  signatures: (tx.signatures ?? []).map(hexes),
  ringct: ringCtOf(tx.ringct, hexes(V)),
})

const inputOf = (input: TxInput) =>
  input.kind === 'gen'
    ? { gen: { height: input.height } }
    : {
        to_key: {
          amount: input.amount,
          key_offsets: input.keyOffsets,
          key_image: bytesToHex(input.keyImage),
        },
      }

const outputOf = ({ amount, key, viewTag }: TxOutput) =>
  viewTag === undefined
    ? { amount, to_key: { key: bytesToHex(key) } }
    : {
        amount,
        to_tagged_key: { key: bytesToHex(key), view_tag: bytesToHex(Uint8Array.of(viewTag)) },
      }

function ringCtOf(ringct: RingCt | undefined, V: readonly string[]) {
  if (!ringct || ringct.type === 0) return { type: 0 }
  return {
    type: ringct.type,
    encrypted: ringct.ecdh.map(encryptedOf),
    commitments: hexes(ringct.outputCommitments),
    fee: ringct.fee,
    ...(ringct.prunable && { prunable: prunableOf(ringct, ringct.prunable, V) }),
  }
}

/** Short amounts fill the first 8 of 32 bytes, and have no mask. */
function encryptedOf({ mask, amount }: EcdhInfo) {
  const whole = new Uint8Array(32)
  whole.set(amount)
  return { mask: bytesToHex(mask ?? new Uint8Array(32)), amount: bytesToHex(whole) }
}

const prunableOf = (ringct: RingCt, prunable: RingCtPrunable, V: readonly string[]) => ({
  range_proofs: prunable.rangeProofs.map(({ s0, s1, ee, commitments }) => ({
    asig: { s0: keysOf(s0), s1: keysOf(s1), ee: bytesToHex(ee) },
    Ci: keysOf(commitments),
  })),
  bulletproofs: prunable.bulletproofs.map((proof) => ({ V, ...proofOf(proof, plainNames) })),
  bulletproofs_plus: prunable.bulletproofsPlus.map((proof) => ({
    V,
    ...proofOf(proof, plusNames),
  })),
  mlsags: prunable.mlsags.map(({ ss, cc }) => ({ ss: ss.map(hexes), cc: bytesToHex(cc) })),
  // From v0.18.3.0 on.
  clsags: prunable.clsags.map(({ s, c1, D }) => ({
    s: hexes(s),
    c1: bytesToHex(c1),
    D: bytesToHex(D),
  })),
  pseudo_outs: hexes(pseudoOutputs(ringct)),
})

const plainNames = ['A', 'S', 'T1', 'T2', 'taux', 'mu', 'L', 'R', 'a', 'b', 't'] as const
const plusNames = ['A', 'A1', 'B', 'r1', 's1', 'd1', 'L', 'R'] as const

function proofOf<Proof extends Bulletproof | BulletproofPlus>(
  proof: Proof,
  names: readonly (keyof Proof & string)[],
): Record<string, string | string[]> {
  const members = names.map((name) => {
    const value = proof[name] as Uint8Array | Uint8Array[]
    return [name, Array.isArray(value) ? hexes(value) : bytesToHex(value)] as const
  })
  return Object.fromEntries(members)
}

/** Keys in a row, 32 bytes each. */
const keysOf = (row: Uint8Array): string[] =>
  Array.from({ length: row.length / 32 }, (_, i) => bytesToHex(row.subarray(32 * i, 32 * (i + 1))))

const hexes = (list: readonly Uint8Array[]): string[] => list.map((bytes) => bytesToHex(bytes))
