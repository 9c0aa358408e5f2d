/**
 * What a transaction reveals by the outputs that it spends together.
 *
 * Nobody sees which ring member is spent. But a payer knows the output that it created, the recipient of a payment
 * knows that one of its outputs is change, and anyone sees rings with members of one transaction or from miner
 * rewards. Such a member in several rings of one transaction is unlikely by chance.
 *
 * @module
 */
import { sumOfAmounts } from '#protocol/bigint.ts'
import type { OutputRecord } from '../../store/records.ts'
import type { ChainView } from '../../ledger/unlock.ts'
import type { Store } from '../../store/store.ts'
import { chosenOutputs } from './chosen-outputs.ts'
import { originOf, type CoinOrigin, type OriginParts } from './coin-origin.ts'

type Output = Readonly<Pick<OutputRecord, 'coinbase' | 'txid' | 'subaddress'>>

/**
 * A link, and how many addresses, payments or outputs it is about.
 *
 * - `addresses`: received at several addresses.
 * - `payments`: received by several payments to one address.
 * - `mined`: miner rewards beside other outputs.
 * - `change`: change of earlier payments beside outputs from elsewhere.
 * - `transaction`: several outputs of one transaction.
 * - `payer`: received outputs, which their payers know.
 * - `many`: a transaction with so many inputs is rare.
 */
export type CoinLink = {
  kind: 'addresses' | 'payments' | 'mined' | 'change' | 'transaction' | 'payer' | 'many'
  count: number
}

/** From this number of inputs on, a transaction stands out. */
const manyInputs = 9

/** What one transaction that spends these outputs reveals. */
export function linksOf(parts: OriginParts, outputs: readonly Output[]): CoinLink[] {
  const origins = new Map(outputs.map((output) => [output, originOf(parts, output)]))
  const of = (origin: CoinOrigin) => outputs.filter((output) => origins.get(output) === origin)
  const received = of('received')
  const mined = of('mined')
  const addresses = distinct([...received, ...mined], addressOf)
  const payments = distinct(received, txidOf)
  const transactions = distinct(outputs, txidOf)
  const links: CoinLink[] = [
    { kind: 'addresses', count: addresses > 1 ? addresses : 0 },
    { kind: 'payments', count: addresses > 1 || payments < 2 ? 0 : payments },
    { kind: 'mined', count: mined.length < outputs.length ? mined.length : 0 },
    { kind: 'change', count: transactions > 1 ? distinct(of('change'), txidOf) : 0 },
    { kind: 'transaction', count: withSiblings(outputs) },
    { kind: 'payer', count: received.length },
    { kind: 'many', count: outputs.length >= manyInputs ? outputs.length : 0 },
  ]
  return links.filter(({ count }) => count > 0)
}

/** What several transactions reveal: of each kind the largest link. */
export function linksOfAll(
  parts: OriginParts,
  transactions: readonly (readonly Output[])[],
): CoinLink[] {
  const links = transactions.flatMap((outputs) => linksOf(parts, outputs))
  const kinds = [...new Set(links.map(({ kind }) => kind))]
  return kinds.map((kind) => ({
    kind,
    count: Math.max(...links.filter((link) => link.kind === kind).map(({ count }) => count)),
  }))
}

type Parts = OriginParts & {
  store: Pick<Store, 'outputs' | 'sent'>
  sync: { view(): ChainView }
}

/**
 * The sum of chosen outputs, and what one transaction with them reveals.
 *
 * @throws {RpcError} As {@link chosenOutputs}.
 */
export function checkChoice(parts: Parts, account: number, keyImages: readonly string[]) {
  const outputs = chosenOutputs(parts, account, keyImages)
  return {
    amount: sumOfAmounts(outputs),
    count: outputs.length,
    links: linksOf(parts, outputs),
  }
}

/** How many of the outputs are from a transaction that has another one of them. */
function withSiblings(outputs: readonly Output[]): number {
  const counts = new Map<string, number>()
  for (const { txid } of outputs) counts.set(txid, (counts.get(txid) ?? 0) + 1)
  return outputs.filter(({ txid }) => counts.get(txid)! > 1).length
}

const txidOf = ({ txid }: Output) => txid
const addressOf = ({ subaddress }: Output) => `${subaddress.account}:${subaddress.address}`
const distinct = (outputs: readonly Output[], nameOf: (output: Output) => string): number =>
  new Set(outputs.map(nameOf)).size
