/**
 * Many recipients from a text: one line for each, or payment requests.
 *
 * @module
 */
import { parseAmount } from '#protocol/amount.ts'
import type { WalletClient } from '../../client.ts'
import { lineFields, linesOf } from '../../format/line-fields.ts'
import { moneroLink, tryLink } from './payment-uri.ts'

export type PaidLine = { to: string; amount: string }

/** What is wrong with a line, counted from one. */
export type LineError = { line: number; text: string }

type Client = Pick<WalletClient, 'parse_uri' | 'validate_address'>

/** Base58 of a standard or integrated address. The engine checks it. */
const looksLikeAddress = (text: string) =>
  /^[1-9A-HJ-NP-Za-km-z]{95}(?:[1-9A-HJ-NP-Za-km-z]{11})?$/.test(text)

/**
 * Reads all lines. Empty lines and those that begin with # are skipped, and so is a header.
 *
 * @returns The recipients, or the errors if there is one.
 */
export async function readLines(
  client: Client,
  text: string,
): Promise<{ paid: PaidLine[] } | { errors: LineError[] }> {
  const paid: PaidLine[] = []
  const errors: LineError[] = []
  let isFirst = true
  for (const [index, given] of linesOf(text).entries()) {
    const line = given.trim()
    if (line === '' || line.startsWith('#')) continue
    const link = moneroLink(line)
    const found =
      link === undefined
        ? isFirst && isHeader(line)
          ? []
          : await readLine(client, line)
        : await readRequest(client, link)
    isFirst = false
    if (typeof found === 'string') errors.push({ line: index + 1, text: found })
    else paid.push(...found)
  }
  return errors.length > 0 ? { errors } : { paid }
}

/** A first line with names of columns: no address, no number. */
const isHeader = (line: string): boolean =>
  lineFields(line).every((field) => /^[\p{L} _()-]{1,40}$/u.test(field)) &&
  /address|adresse|amount|betrag|recipient/i.test(line)

async function readLine(client: Client, line: string): Promise<PaidLine[] | string> {
  const fields = lineFields(line)
  const to = fields.find(looksLikeAddress)
  if (to === undefined) return 'Expected a Monero address and an amount, found no address.'
  const others = fields.filter((field) => field !== to)
  const amounts = others.filter((field) => parseAmount(field) !== undefined)
  if (others.some((field) => /^\d+,\d+$/.test(field)))
    return 'Write amounts with a point, as in 1.5, so that they cannot be misread.'
  if (amounts.length === 0) return 'Expected an amount such as 1.5 beside the address.'
  if (amounts.length > 1 || fields.filter(looksLikeAddress).length > 1)
    return 'Expected one address and one amount, found several. Quote other cells that are numbers.'
  const amount = amounts[0]!
  if (parseAmount(amount) === 0n) return 'The amount must be more than zero.'
  const { valid } = await client.validate_address({ address: to })
  return valid ? [{ to, amount }] : 'This is not a Monero address of this network.'
}

async function readRequest(client: Client, link: string): Promise<PaidLine[] | string> {
  const request = await tryLink(client, link)
  if (typeof request === 'string') return request
  return request.recipients.map(({ address, amount }) => ({
    to: address,
    amount: amount > 0n ? decimal(amount) : '',
  }))
}

/** Text for the amount field: no grouping, no trailing zeros. */
export function decimal(piconero: bigint): string {
  const digits = piconero.toString().padStart(13, '0')
  return `${digits.slice(0, -12)}.${digits.slice(-12)}`.replace(/\.?0+$/, '')
}
