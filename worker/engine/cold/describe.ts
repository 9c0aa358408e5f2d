/**
 * What transactions to be signed would do, in words that a person can check.
 *
 * @module
 * @see monero src/wallet/wallet_rpc_server.cpp on_describe_transfer
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import { formatAddress, type Network } from '#protocol/address.ts'
import { parseExtra, paymentId } from '#protocol/chain/extra.ts'
import type { Construction, PaidTo } from '#protocol/interchange/construction.ts'
import { sumOf } from '../spend/draft.ts'
import { samePayee } from '../spend/payee.ts'
import { weigh } from '../spend/weigh.ts'

/** Amounts in piconero. */
export type Recipient = { address: string; amount: bigint }

export type Description = {
  amountIn: bigint
  amountOut: bigint
  recipients: Recipient[]
  changeAddress: string
  changeAmount: bigint
  fee: bigint
  /** In hex; empty for none. */
  paymentId: string
  ringSize: number
  /** Outputs of nothing, which hide that there is no change. */
  dummyOutputs: number
  weight: number
}

/** Descriptions, or the reference's word for what is wrong with one. */
export function describeAll(
  constructions: readonly Construction[],
  network: Network,
): Description[] | string {
  const described: Description[] = []
  const changed = constructions.find(({ change }) => change.amount > 0n)?.change
  for (const each of constructions) {
    if (each.change.amount > 0n && !samePayee(each.change, changed!))
      return problemOf(each) ?? 'Change goes to more than one address'
    const problem = problemOf(each)
    if (problem !== undefined) return problem
    described.push(describe(each, network, constructions[0]!))
  }
  return described
}

/** Whom it pays, named as they are described: what it calls them itself is not looked at. */
export function paymentsOf({ payments, extra }: Construction, network: Network): PaidTo[] {
  const id = shortId(extra)
  return payments.map((paid) => ({ ...paid, original: addressOf(paid, network, id) }))
}

function problemOf({ change, outputs }: Construction): string | undefined {
  if (change.amount === 0n) return undefined
  const paid = outputs.filter((output) => samePayee(output, change))
  if (paid.length === 0) return 'Claimed change does not go to a paid address'
  if (sumOf(paid) < change.amount)
    return 'Claimed change is larger than payment to the change address'
  return undefined
}

function describe(asked: Construction, network: Network, first: Construction): Description {
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
    amountIn: sumOf(sources),
    amountOut: sumOf(outputs),
    recipients: left.filter(({ amount }) => amount > 0n),
    dummyOutputs: left.filter(({ amount }) => amount === 0n).length,
    changeAmount: change.amount,
    changeAddress:
      change.amount > 0n ? formatAddress({ network, kind: changeKind, spendKey, viewKey }) : '',
    fee: sumOf(sources) - sumOf(outputs),
    paymentId: short ?? (id?.kind === 'plain' ? bytesToHex(id.id) : ''),
    ringSize: sources.reduce((least, { ring }) => Math.min(least, ring.length), 0xffff_ffff),
    weight: weightOf(asked),
  }
}

/** What each address gets, change apart; one that gets nothing but change is left out. */
function netOf(outputs: readonly PaidTo[], change: PaidTo): { paid: PaidTo; amount: bigint }[] {
  const net: { paid: PaidTo; amount: bigint }[] = []
  for (const paid of outputs) {
    const known = net.find((each) => samePayee(each.paid, paid))
    if (known) known.amount += paid.amount
    else net.push({ paid, amount: paid.amount })
  }
  if (change.amount === 0n) return net
  return net
    .map((each) =>
      samePayee(each.paid, change) ? { ...each, amount: each.amount - change.amount } : each,
    )
    .filter(({ paid, amount }) => amount > 0n || !samePayee(paid, change))
}

/** A payment id that is encrypted once the transaction is made, in hex; undefined for none. */
function shortId(extra: Uint8Array): string | undefined {
  const id = paymentId(parseExtra(extra).fields)
  const isGiven = id?.kind === 'encrypted' && id.id.some((byte) => byte !== 0)
  return isGiven ? bytesToHex(id.id) : undefined
}

function addressOf(paid: PaidTo, network: Network, paymentId: string | undefined): string {
  const { spendKey, viewKey, isSubaddress, original } = paid
  const kind = isSubaddress ? 'subaddress' : 'standard'
  const plain = formatAddress({ network, kind, spendKey, viewKey })
  if (!paymentId || isSubaddress || plain === original) return plain
  return formatAddress({ network, kind: 'integrated', spendKey, viewKey, paymentId })
}

function weightOf({ sources, outputs, extra, ...asked }: Construction): number {
  const { ringct, payments, change, unlockTime } = asked
  const id = paymentId(parseExtra(extra).fields)
  return weigh({
    inputs: sources.map(({ amount }) => ({ amount })),
    rings: sources.map(({ ring, realIndex }) => ({ members: ring, realIndex })),
    ...{ ringct, payments, change, unlockTime, fee: sumOf(sources) - sumOf(outputs) },
    paymentId: id?.kind === 'encrypted' && outputs.length > 2 ? id.id : undefined,
  })
}
