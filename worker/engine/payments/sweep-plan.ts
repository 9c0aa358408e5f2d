/**
 * Plans a sweep: all given outputs to the recipients, in as many transactions as needed.
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

/** The recipients of everything: each transaction has one output for each, of equal amounts. */
export type Sweep = { recipients: readonly Recipient[] }

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
  { recipients }: Sweep,
  rings: Rings,
): Promise<WeighedDraft> {
  if (recipients.length > maxOutputs) throw notConstructed()
  const total = sumOfAmounts(inputs)
  let fee = feeOf(terms.rate, roughWeight(terms, inputs.length, 2))
  if (total < fee + BigInt(Math.max(recipients.length - 1, 1)))
    throw new RpcError('NOT_ENOUGH_UNLOCKED_MONEY', 'not enough unlocked money')

  const chosen = await rings(inputs)
  const draft = () => {
    if (fee > total) throw transferError('Transaction cannot pay for itself')
    return draftOf(terms, inputs, chosen, shares(recipients, total - fee), fee)
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
function shares(recipients: readonly Recipient[], amount: bigint): RecipientAmount[] {
  const count = BigInt(recipients.length)
  const share = amount / count
  const odd = Number(amount % count)
  return recipients.map((recipient, index) => ({
    ...recipient,
    amount: share + (index < odd ? 1n : 0n),
  }))
}
