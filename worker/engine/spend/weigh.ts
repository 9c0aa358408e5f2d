/**
 * The exact weight of a transaction that is not signed yet: it is written with zeros for keys.
 *
 * @module
 */
import type { ExtraField } from '#protocol/chain/extra.ts'
import { paymentIdNonce, writeExtra } from '#protocol/chain/extra.ts'
import { relativeOffsets } from '#protocol/chain/offsets.ts'
import type { RingCt } from '#protocol/chain/ringct.ts'
import { parseTransaction, type Transaction } from '#protocol/chain/transaction.ts'
import { log2Ceil, transactionWeight } from '#protocol/chain/weights.ts'
import { writeTransaction } from '#protocol/chain/write.ts'
import type { Draft } from './draft.ts'
import { hasPaymentId, layOut, type Layout } from './layout.ts'
import type { Payee } from './payee.ts'
import type { Ring } from './rings.ts'

const blank = new Uint8Array(32)
const blankPayee: Payee = {
  spendKey: blank,
  viewKey: blank,
  isSubaddress: false,
  isIntegrated: false,
  original: '',
}

/** Weight of what will be built of the draft. */
export function weigh(draft: Draft): number {
  const layout = layOut(draft.payments, draft.change, blankPayee)
  const outputs = layout.outputs.length
  const tx: Transaction = {
    version: 2,
    unlockTime: draft.unlockTime,
    inputs: draft.rings.map((ring) => ({
      kind: 'key',
      amount: 0n,
      keyOffsets: ringOffsets(ring),
      keyImage: blank,
    })),
    outputs: layout.outputs.map(() => ({ amount: 0n, key: blank, viewTag: 0 })),
    extra: blankExtra(layout, draft.paymentId),
    ringct: blankRingCt(draft.fee, outputs, draft.rings),
  }
  return transactionWeight(parseTransaction(writeTransaction(tx)))
}

/** A ring as inputs name it. */
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
