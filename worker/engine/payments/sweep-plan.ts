/**
 * Plans a sweep: all given outputs to one address, in as many transactions as needed.
 *
 * @module
 * @see monero src/wallet/wallet2.cpp create_transactions_from
 */
import type { Recipient, RecipientAmount } from '#protocol/interchange/construction.ts'
import { sumOfAmounts } from '#protocol/bigint.ts'
import { RpcError } from '#protocol/errors.ts'
import { maxOutputs } from '#protocol/rules/limits.ts'
import type { RandomBytes } from '#wasm/types.ts'
import type { OutputRecord } from '../store/records.ts'
import { transferError } from '../base/daemon-errors.ts'
import { isNotDecomposed } from '../tx/decompose.ts'
import { draftOf, notConstructed, roughWeight, type Terms, type WeighedDraft } from '../tx/draft.ts'
import { feeOf } from '../tx/fee.ts'
import { heapOf, outputsLeft, takeInputs } from './heap.ts'
import type { Rings } from './rings/ring-source.ts'

/** The recipient of everything, in equal outputs per transaction. */
export type Sweep = { recipient: Recipient; outputs: number }

/**
 * One draft per transaction.
 *
 * @throws {RpcError} When the outputs do not cover the fee; as {@link draftOf}.
 */
export async function sweepDrafts(
  terms: Terms,
  outputs: readonly OutputRecord[],
  sweep: Sweep,
  { rings, random }: { rings: Rings; random: RandomBytes },
): Promise<WeighedDraft[]> {
  const drafts: WeighedDraft[] = []
  const heap = heapOf(outputs, isNotDecomposed)
  while (outputsLeft(heap) > 0)
    drafts.push(await sweepDraft(terms, takeInputs(random, terms, heap), sweep, rings))
  return drafts
}

async function sweepDraft(
  terms: Terms,
  inputs: readonly OutputRecord[],
  { recipient, outputs }: Sweep,
  rings: Rings,
): Promise<WeighedDraft> {
  if (outputs > maxOutputs) throw notConstructed()
  const total = sumOfAmounts(inputs)
  let fee = feeOf(terms.rate, roughWeight(terms, inputs.length, 2))
  if (total < fee + BigInt(Math.max(outputs - 1, 1)))
    throw new RpcError('NOT_ENOUGH_UNLOCKED_MONEY', 'not enough unlocked money')

  const chosen = await rings(inputs)
  const draft = () => {
    if (fee > total) throw transferError('Transaction cannot pay for itself')
    return draftOf(terms, inputs, chosen, shares(recipient, total - fee, outputs), fee)
  }
  // The first fee is an estimate; from then on it only rises.
  fee = feeOf(terms.rate, draft().weight)
  for (;;) {
    const made = draft()
    const needed = feeOf(terms.rate, made.weight)
    if (needed <= fee) return made
    fee = needed
  }
}

/** The amount in equal parts; the remainder goes to the first ones. */
function shares(recipient: Recipient, amount: bigint, count: number): RecipientAmount[] {
  const share = amount / BigInt(count)
  const odd = Number(amount % BigInt(count))
  return Array.from({ length: count }, (_, index) => ({
    ...recipient,
    amount: share + (index < odd ? 1n : 0n),
  }))
}
