/**
 * Recipients of a payment, from params.
 *
 * @module
 * @see monero src/wallet/wallet_rpc_server.cpp validate_transfer
 */
import type { RecipientAmount } from '#protocol/interchange/construction.ts'
import { hexToBytes } from '@noble/hashes/utils.js'
import { parseAddress, type Address } from '#protocol/address.ts'
import { RpcError } from '#protocol/errors.ts'
import { list, object, text, u64 } from '#protocol/fields.ts'
import { lookUpAlias } from '../../engine/open-alias.ts'
import { recipientOf } from '../../engine/tx/recipient.ts'
import type { Wallet } from '../../engine/wallet.ts'

export const destinations = list(
  object({
    amount: u64.default(0n).describe('In piconero.'),
    address: text.default('').describe('Address of any kind, or an OpenAlias name.'),
  }),
)
  .default([])
  .describe('Recipients and their amounts.')

/** Payments, and the 8 bytes of the payment id, if any. */
export type Recipients = { payments: RecipientAmount[]; paymentId: Uint8Array | undefined }

/**
 * @param field - Name of a destination's address in error messages.
 * @throws {RpcError} WRONG_ADDRESS, WRONG_PAYMENT_ID, ZERO_DESTINATION
 */
export async function recipients(
  wallet: Wallet,
  wanted: readonly { amount: bigint; address: string }[],
  payment_id: string,
  field: (index: number) => string = (index) => `destinations[${index}].address`,
): Promise<Recipients> {
  let paymentId: string | undefined
  const payments: RecipientAmount[] = []
  for (const [index, { amount, address }] of wanted.entries()) {
    const { text, ...parsed } = await addressFor(wallet, address, field(index))
    payments.push({ ...recipientOf(parsed, text), amount })
    if (parsed.kind !== 'integrated') continue
    if (payment_id !== '' || paymentId !== undefined)
      throw wrongPaymentId('A single payment id is allowed per transaction')
    paymentId = parsed.paymentId
  }
  if (payments.length === 0)
    throw new RpcError('ZERO_DESTINATION', 'Transaction has no destination')
  if (payment_id !== '') paymentId = shortId(payment_id)
  return { payments, paymentId: paymentId === undefined ? undefined : hexToBytes(paymentId) }
}

/**
 * A parsed address and its text. An OpenAlias name is resolved.
 *
 * @param field - Name of the param in error messages.
 * @throws {RpcError} WRONG_ADDRESS
 */
export async function addressFor(
  wallet: Wallet,
  given: string,
  field: string,
): Promise<Address & { text: string }> {
  const address = wallet.readAddress(given)
  if (address) return { ...address, text: given }
  const alias = await lookUpAlias(wallet.ports, given)
  if (!('address' in alias)) throw notFound(wallet, given, field, alias.problem)
  const named = wallet.readAddress(alias.address)
  if (named) return { ...named, text: alias.address }
  throw notFound(wallet, alias.address, field)
}

function notFound(wallet: Wallet, text: string, field: string, problem?: string): RpcError {
  if (problem === 'not authentic')
    return new RpcError('WRONG_ADDRESS', `Invalid DNSSEC for ${text}`)
  if (problem === 'not found') return wrongAddress(field, `${field}: no address at this name`)
  const other = parseAddress(text)
  const why =
    other && !parseAddress(text, wallet.network)
      ? `${field} is of ${other.network}, the wallet of ${wallet.network}`
      : `${field} is no address`
  return wrongAddress(field, why)
}

const wrongAddress = (field: string, data: string) =>
  new RpcError('WRONG_ADDRESS', `WALLET_RPC_ERROR_CODE_WRONG_ADDRESS: ${field}`, data)

/** Sixteen hex digits. @throws {RpcError} WRONG_PAYMENT_ID */
export function shortId(given: string): string {
  if (/^[0-9a-f]{16}$/i.test(given)) return given
  throw wrongPaymentId(
    'Standalone payment IDs are obsolete. Use subaddresses or integrated addresses instead',
  )
}

export const wrongPaymentId = (message: string) => new RpcError('WRONG_PAYMENT_ID', message)
