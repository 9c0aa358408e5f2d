/**
 * An unsigned transaction with zeros for keys. Its weight equals that of the signed one.
 *
 * @module
 */
import type { Recipient } from '#protocol/interchange/construction.ts'
import { hexToBytes } from '@noble/hashes/utils.js'
import type { ExtraField } from '#protocol/chain/extra.ts'
import { paymentIdNonce, writeExtra } from '#protocol/chain/extra.ts'
import { relativeOffsets } from '#protocol/chain/offsets.ts'
import type { RingCt } from '#protocol/chain/ringct.ts'
import {
  parseTransaction,
  type ParsedTransaction,
  type Transaction,
} from '#protocol/chain/transaction.ts'
import { log2Ceil, transactionWeight } from '#protocol/chain/weights.ts'
import { writeTransaction } from '#protocol/chain/write.ts'
import { identity } from '../keys/identity.ts'
import type { OutputRecord } from '../store/records.ts'
import type { TransactionDraft } from './draft.ts'
import { hasPaymentId, layoutOf, type Layout } from './layout.ts'
import type { Ring } from './ring.ts'

const blank = new Uint8Array(32)
const blankRecipient: Recipient = {
  spendKey: blank,
  viewKey: blank,
  isSubaddress: false,
  isIntegrated: false,
  original: '',
}

/** A draft, as far as its weight depends on it. */
export type Outline = Omit<TransactionDraft, 'inputs'> & {
  inputs: readonly Pick<OutputRecord, 'keyImage' | 'amount' | 'ringct'>[]
}

/**
 * The amount field of an input: the amount of a pre-RingCT output, otherwise 0. It selects the numbering of
 * global indices.
 */
export const amountShown = ({ ringct, amount }: Pick<OutputRecord, 'ringct' | 'amount'>): bigint =>
  ringct ? 0n : amount

/** Weight of the transaction of a draft. */
export const weigh = (draft: Outline): number => transactionWeight(outlineOf(draft))

/** The transaction of a draft with zeros for keys, and {@link unknownImage} for unknown key images. */
export function outlineOf(draft: Outline): ParsedTransaction {
  const { ringct, rings } = draft
  const layout = layoutOf(draft, blankRecipient)
  const outputs = layout.outputs.length
  const tx: Transaction = {
    version: ringct ? 2 : 1,
    unlockTime: draft.unlockTime,
    inputs: rings.map((ring, i) => ({
      kind: 'key',
      amount: amountShown(draft.inputs[i]!),
      keyOffsets: ringOffsets(ring),
      keyImage: imageOf(draft.inputs[i]!),
    })),
    outputs: layout.outputs.map(({ amount }) => ({
      amount: ringct ? 0n : amount,
      key: blank,
      viewTag: 0,
    })),
    extra: blankExtra(layout, draft.paymentId),
    ...(ringct
      ? { ringct: blankRingCt(draft.fee, outputs, rings) }
      : { signatures: rings.map(({ members }) => members.map(() => new Uint8Array(64))) }),
  }
  return parseTransaction(writeTransaction(tx))
}

// The placeholder for an unknown key image, as in the reference.
const imageOf = ({ keyImage }: Outline['inputs'][number]) =>
  keyImage ? hexToBytes(keyImage) : identity.slice()

/** Relative offsets of a ring, as in inputs. */
export const ringOffsets = ({ members }: Ring): bigint[] =>
  relativeOffsets(members.map(({ globalIndex }) => BigInt(globalIndex)))

function blankExtra(layout: Layout, paymentId: Uint8Array | undefined) {
  const fields: ExtraField[] = [{ kind: 'publicKey', key: blank }]
  if (layout.additionalKeys)
    fields.push({ kind: 'additionalKeys', keys: layout.outputs.map(() => blank) })
  if (hasPaymentId(layout, paymentId))
    fields.push(paymentIdNonce({ kind: 'encrypted', id: new Uint8Array(8) }))
  return writeExtra(fields)
}

function blankRingCt(fee: bigint, outputs: number, rings: readonly Ring[]): RingCt {
  const blanks = (count: number) => Array.from({ length: count }, () => blank)
  const rounds = blanks(6 + log2Ceil(outputs))
  return {
    type: 6,
    fee,
    pseudoOutputs: [],
    ecdh: blanks(outputs).map(() => ({ amount: new Uint8Array(8) })),
    outputCommitments: blanks(outputs),
    prunable: {
      rangeProofs: [],
      bulletproofs: [],
      bulletproofsPlus: [
        { A: blank, A1: blank, B: blank, r1: blank, s1: blank, d1: blank, L: rounds, R: rounds },
      ],
      mlsags: [],
      clsags: rings.map(({ members }) => ({ s: blanks(members.length), c1: blank, D: blank })),
      pseudoOutputs: blanks(rings.length),
    },
  }
}
