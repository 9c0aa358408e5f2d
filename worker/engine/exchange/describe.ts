/**
 * Describes unsigned transactions in a form that a user can check.
 *
 * @module
 * @see monero src/wallet/wallet_rpc_server.cpp on_describe_transfer
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import { formatAddress, type Network } from '#protocol/address.ts'
import { sumOfAmounts } from '#protocol/bigint.ts'
import { parseExtra, paymentId } from '#protocol/chain/extra.ts'
import { ChainError } from '#protocol/chain/reader.ts'
import { max64 } from '#protocol/fields.ts'
import type { Construction, RecipientAmount } from '#protocol/interchange/construction.ts'
import { sameRecipient } from '../tx/recipient.ts'
import { weigh } from '../tx/weigh.ts'

/** Amounts in piconero. */
type AddressAmount = { address: string; amount: bigint }

export type TransferDescription = {
  amountIn: bigint
  amountOut: bigint
  recipients: AddressAmount[]
  changeAddress: string
  changeAmount: bigint
  fee: bigint
  /** In hex; empty for none. */
  paymentId: string
  ringSize: number
  /** Zero-amount dummy outputs, which hide that there is no change. */
  dummyOutputs: number
  weight: number
}

/** Descriptions, or the error of one of them, in the reference's words where it has any. */
export function describeAll(
  constructions: readonly Construction[],
  network: Network,
): TransferDescription[] | string {
  const described: TransferDescription[] = []
  let spent = 0n
  const changed = constructions.find(({ change }) => change.amount > 0n)?.change
  for (const each of constructions) {
    if (each.change.amount > 0n && !sameRecipient(each.change, changed!))
      return errorOf(each) ?? 'Change goes to more than one address'
    const error = errorOf(each)
    if (error !== undefined) return error
    // The reference shows sums with 64-bit overflow. Such a transaction is never signed.
    if (each.sources.length === 0) return 'Empty sources'
    spent += sumOfAmounts(each.sources)
    if (spent > max64) return 'It spends more than there ever will be'
    if (sumOfAmounts(each.sources) < sumOfAmounts(each.outputs))
      return 'It pays more than it spends'
    const weight = weightOf(each)
    if (weight === undefined) return 'No transaction can be made of it'
    described.push({ ...describe(each, network, constructions[0]!), weight })
  }
  return described
}

/** The recipients, with addresses formatted here: the address text in the request is ignored. */
export function namedRecipients(
  { payments, extra }: Construction,
  network: Network,
): RecipientAmount[] {
  const id = shortId(extra)
  return payments.map((paid) => ({ ...paid, original: addressOf(paid, network, id) }))
}

function errorOf({ change, outputs }: Construction): string | undefined {
  if (change.amount === 0n) return undefined
  const paid = outputs.filter((output) => sameRecipient(output, change))
  if (paid.length === 0) return 'Claimed change does not go to a paid address'
  if (sumOfAmounts(paid) < change.amount)
    return 'Claimed change is larger than payment to the change address'
  return undefined
}

function describe(
  asked: Construction,
  network: Network,
  first: Construction,
): Omit<TransferDescription, 'weight'> {
  const { sources, outputs, change, extra } = asked
  const id = paymentId(parseExtra(extra).fields)
  const short = shortId(extra)
  const left = netOf(outputs, change).map(({ paid, amount }) => ({
    address: addressOf(paid, network, short),
    amount,
  }))
  const changeKind = first.account > 0 ? 'subaddress' : 'standard'
  const { spendKey, viewKey } = first.change
  return {
    amountIn: sumOfAmounts(sources),
    amountOut: sumOfAmounts(outputs),
    recipients: left.filter(({ amount }) => amount > 0n),
    dummyOutputs: left.filter(({ amount }) => amount === 0n).length,
    changeAmount: change.amount,
    changeAddress:
      change.amount > 0n ? formatAddress({ network, kind: changeKind, spendKey, viewKey }) : '',
    fee: sumOfAmounts(sources) - sumOfAmounts(outputs),
    paymentId: short ?? (id?.kind === 'plain' ? bytesToHex(id.id) : ''),
    ringSize: sources.reduce((least, { ring }) => Math.min(least, ring.length), 0xffff_ffff),
  }
}

/** The amount per address, without change. Addresses that only receive change are omitted. */
function netOf(
  outputs: readonly RecipientAmount[],
  change: RecipientAmount,
): { paid: RecipientAmount; amount: bigint }[] {
  const net: { paid: RecipientAmount; amount: bigint }[] = []
  for (const paid of outputs) {
    const known = net.find((each) => sameRecipient(each.paid, paid))
    if (known) known.amount += paid.amount
    else net.push({ paid, amount: paid.amount })
  }
  if (change.amount === 0n) return net
  return net
    .map((each) =>
      sameRecipient(each.paid, change) ? { ...each, amount: each.amount - change.amount } : each,
    )
    .filter(({ paid, amount }) => amount > 0n || !sameRecipient(paid, change))
}

/** A payment id that the signer will encrypt, in hex; undefined for none. */
function shortId(extra: Uint8Array): string | undefined {
  const id = paymentId(parseExtra(extra).fields)
  const isGiven = id?.kind === 'encrypted' && id.id.some((byte) => byte !== 0)
  return isGiven ? bytesToHex(id.id) : undefined
}

function addressOf(paid: RecipientAmount, network: Network, paymentId: string | undefined): string {
  const { spendKey, viewKey, isSubaddress, original } = paid
  const kind = isSubaddress ? 'subaddress' : 'standard'
  const plain = formatAddress({ network, kind, spendKey, viewKey })
  if (!paymentId || isSubaddress || plain === original) return plain
  return formatAddress({ network, kind: 'integrated', spendKey, viewKey, paymentId })
}

/** Undefined for no outputs, and for more outputs than a transaction may have. */
function weightOf({ sources, outputs, extra, ...asked }: Construction): number | undefined {
  const { ringct, payments, change, unlockTime } = asked
  const id = paymentId(parseExtra(extra).fields)
  const draft = {
    inputs: sources.map(({ amount, ringct }) => ({ amount, ringct })),
    rings: sources.map(({ ring, realIndex }) => ({ members: ring, realIndex })),
    ringct,
    payments,
    change,
    unlockTime,
    fee: sumOfAmounts(sources) - sumOfAmounts(outputs),
    paymentId: id?.kind === 'encrypted' && outputs.length > 2 ? id.id : undefined,
  }
  try {
    return weigh(draft)
  } catch (error) {
    if (error instanceof ChainError) return undefined
    throw error
  }
}
