/**
 * The history as a file: CSV or JSON. docs/history-export.md describes the columns.
 *
 * @module
 * @see RFC 4180
 */
import { formatAmount } from '#protocol/amount.ts'
import type { Transfer } from '../wallet.svelte.ts'
import { isReceived, stateOf } from './filter.ts'

/** Names beside a transfer. */
type TransferNames = { accountLabel: string; contact: string; category: string }

/** One transfer with the columns of the file. All integers are texts, so that no program rounds them. */
export function exportedRow(transfer: Transfer, names: TransferNames): Row {
  const received = isReceived(transfer)
  const amount = received ? transfer.amount : -transfer.amount
  const fee = received ? 0n : transfer.fee
  return {
    date: isoDate(transfer.timestamp),
    type: received ? (transfer.type === 'block' ? 'mined' : 'received') : 'sent',
    state: stateOf(transfer),
    amount_xmr: formatAmount(amount),
    fee_xmr: formatAmount(fee),
    amount_piconero: String(amount),
    fee_piconero: String(fee),
    account: String(transfer.subaddr_index.major),
    account_label: names.accountLabel,
    address: received
      ? transfer.address
      : transfer.destinations.map(({ address }) => address).join(' '),
    contact: names.contact,
    category: names.category,
    note: transfer.note,
    transaction_id: transfer.txid,
    payment_id: /^0*$/.test(transfer.payment_id) ? '' : transfer.payment_id,
    block: transfer.height > 0n ? String(transfer.height) : '',
    verified: transfer.unverified ? 'no' : 'yes',
  }
}

/** The last second that a Date can represent. ECMAScript, time values */
const lastSecond = 8_640_000_000_000n

/** UTC; empty where the time is unknown. */
const isoDate = (seconds: bigint): string =>
  seconds > 0n && seconds <= lastSecond
    ? new Date(Number(seconds) * 1000).toISOString().replace('.000Z', 'Z')
    : ''

const columns = [
  'date',
  'type',
  'state',
  'amount_xmr',
  'fee_xmr',
  'amount_piconero',
  'fee_piconero',
  'account',
  'account_label',
  'address',
  'contact',
  'category',
  'note',
  'transaction_id',
  'payment_id',
  'block',
  'verified',
] as const

type Row = { readonly [Column in (typeof columns)[number]]: string }

/** CSV with a header, as RFC 4180 has it. Spreadsheet programs read no cell as a formula. */
export function csvOf(rows: readonly Row[]): string {
  const lines = [columns, ...rows.map((row) => columns.map((name) => row[name]))]
  return lines.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('')
}

const number = /^-?\d+(\.\d+)?$/

// A cell that begins like a formula gets an apostrophe, also behind spaces and as a full-width character.
// See OWASP, "CSV Injection".
export function csvCell(text: string): string {
  const isFormula = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]/.test(text) || /^[\t\r\n]/.test(text)
  const safe = isFormula && !number.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** JSON: the columns of the CSV file, and each recipient with its amount. */
export function jsonOf(
  transfers: readonly Transfer[],
  namesOf: (transfer: Transfer) => TransferNames,
): string {
  const rows = transfers.map((transfer) => ({
    ...exportedRow(transfer, namesOf(transfer)),
    recipients: transfer.destinations.map(({ address, amount }) => ({
      address,
      amount_xmr: formatAmount(amount),
      amount_piconero: String(amount),
    })),
  }))
  return `${JSON.stringify({ format: 'nightjar-history', version: 1, transfers: rows }, null, 2)}\n`
}
