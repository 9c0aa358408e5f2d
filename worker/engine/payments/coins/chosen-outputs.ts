/**
 * Payments with outputs that the user chose.
 *
 * A payment spends exactly these outputs, all of them, in one transaction; the excess returns as change. So the
 * user knows which outputs are linked, and that no other one is. A sweep spends all of them too, in as many
 * transactions as needed.
 *
 * @module
 */
import { sumOfAmounts } from '#protocol/bigint.ts'
import { errorDetails } from '#protocol/error-details.ts'
import { RpcError } from '#protocol/errors.ts'
import { transferError } from '../../base/daemon-errors.ts'
import { outputWith } from '../../ledger/by-key-image.ts'
import { isUnlocked, type ChainView } from '../../ledger/unlock.ts'
import type { OutputRecord } from '../../store/records.ts'
import type { Store } from '../../store/store.ts'
import {
  draftOf,
  maxPayments,
  roughWeight,
  weightLimit,
  type Terms,
  type WeighedDraft,
} from '../../tx/draft.ts'
import { feeOf } from '../../tx/fee.ts'
import type { Rings } from '../rings/ring-source.ts'
import { chainOrder } from '../spendable-funds.ts'
import { subtractFee } from '../fees/subtract-fee.ts'
import type { FeePayingRecipient } from '../transfer-plan.ts'

type ChoiceParts = { store: Pick<Store, 'outputs'>; sync: { view(): ChainView } }

/**
 * The outputs with these key images, in chain order.
 *
 * @param keyImages - In lower-case hex; a repeated one counts once.
 * @throws {RpcError} GENERIC_TRANSFER_ERROR for an empty list, and for an output that is unknown, of another account,
 *   spent, frozen or locked. `data` says which.
 */
export function chosenOutputs(
  { store, sync }: ChoiceParts,
  account: number,
  keyImages: readonly string[],
): OutputRecord[] {
  if (keyImages.length === 0)
    throw transferError(
      'key_images: expected at least one key image, got none. Leave the parameter out to spend any outputs.',
      errorDetails.chosenNone,
    )
  const chain = sync.view()
  return [...new Set(keyImages)]
    .map((keyImage) => {
      const output = outputWith(store.outputs, keyImage)
      if (!output) throw unusable(keyImage, 'is none of this wallet', errorDetails.chosenUnknown)
      requireUsable(output, keyImage, account, chain)
      return output
    })
    .sort(chainOrder)
}

function requireUsable(output: OutputRecord, name: string, account: number, chain: ChainView) {
  if (output.subaddress.account !== account)
    throw unusable(
      name,
      `belongs to account ${output.subaddress.account}, not to account ${account}`,
      errorDetails.chosenOtherAccount,
    )
  if (output.spent) throw unusable(name, 'is spent already', errorDetails.chosenSpent)
  if (output.frozen) throw unusable(name, 'is frozen', errorDetails.chosenFrozen)
  if (!isUnlocked(output, chain)) throw unusable(name, 'is still locked', errorDetails.chosenLocked)
}

/**
 * The transaction that spends these outputs: payments, and the rest as change.
 *
 * What can be refused is refused before rings are requested.
 *
 * @param dues - Amounts above zero, at least one.
 * @throws {RpcError} NOT_ENOUGH_MONEY when the outputs do not cover payments and fee; GENERIC_TRANSFER_ERROR for more
 *   outputs or recipients than one transaction holds; as {@link subtractFee} and {@link draftOf}.
 */
export async function chosenDraft(
  terms: Terms,
  outputs: readonly OutputRecord[],
  dues: readonly FeePayingRecipient[],
  rings: Rings,
): Promise<WeighedDraft> {
  const total = sumOfAmounts(outputs)
  const weight = roughWeight(terms, outputs.length, Math.max(2, dues.length + 1))
  requireFits(outputs.length, dues.length, weight)
  const paymentsWith = (fee: bigint) => {
    const payments = subtractFee(dues, fee)
    const needed = sumOfAmounts(payments) + fee
    if (needed > total) throw tooSmall(total, needed)
    return payments
  }
  let fee = feeOf(terms.rate, weight)
  paymentsWith(fee)

  const chosen = await rings(outputs)
  const draft = () => draftOf(terms, outputs, chosen, paymentsWith(fee), fee)
  // The first fee is an estimate; from then on it only rises.
  fee = feeOf(terms.rate, draft().weight)
  for (;;) {
    const made = draft()
    const needed = feeOf(terms.rate, made.weight)
    if (needed <= fee) return made
    fee = needed
  }
}

function requireFits(outputs: number, payments: number, weight: number): void {
  if (payments > maxPayments)
    throw transferError(
      `destinations: expected at most ${maxPayments} with chosen outputs, got ${payments}. Pay the others separately.`,
      errorDetails.chosenTooMany,
    )
  if (weight >= weightLimit)
    throw transferError(
      `key_images: expected outputs that fit in one transaction, got ${outputs}. Choose fewer.`,
      errorDetails.chosenTooMany,
    )
}

const unusable = (keyImage: string, why: string, data: string) =>
  transferError(`key_images: expected spendable outputs, but ${keyImage} ${why}`, data)

const tooSmall = (total: bigint, needed: bigint) =>
  new RpcError(
    'NOT_ENOUGH_MONEY',
    `key_images: expected outputs of at least ${needed} piconero for payment and fee, got ${total}. Choose more.`,
    errorDetails.chosenTooSmall,
  )
