/**
 * Address book entries: from params to stored records, and from records to answers.
 *
 * @module
 */
import { formatAddress, parseAddress } from '#protocol/address.ts'
import type { AddressBookRow } from '../../engine/store/records.ts'
import { noPaymentId } from '../../engine/scan/identify-outputs.ts'
import type { Wallet } from '../../engine/wallet.ts'
import { addressFor, shortId, wrongPaymentId } from '../spend/destinations.ts'

/**
 * The address of an entry. An integrated address is stored as a standard address and its payment id.
 *
 * @param payment_id - The param next to the address; empty for none.
 * @throws {RpcError} WRONG_ADDRESS, WRONG_PAYMENT_ID
 */
export async function kept(
  wallet: Wallet,
  address: string,
  payment_id: string,
): Promise<Pick<AddressBookRow, 'address' | 'paymentId'>> {
  const { paymentId: own = '', ...parsed } = await addressFor(wallet, address, 'address')
  if (own !== '' && payment_id !== '')
    throw wrongPaymentId('Separate payment ID given with integrated address')
  const kind = parsed.kind === 'integrated' ? 'standard' : parsed.kind
  return {
    address: formatAddress({ ...parsed, kind, network: wallet.network }),
    paymentId: own || idOf(payment_id),
  }
}

/** A payment id in its stored form. @throws {RpcError} WRONG_PAYMENT_ID */
export const idOf = (given: string) => (given === '' ? '' : shortId(given).toLowerCase())

/** An entry as answers contain it: a standard address with a payment id becomes an integrated address. */
export function shown({ network }: Wallet, index: bigint, row: Readonly<AddressBookRow>) {
  const { address, paymentId, description } = row
  return {
    index,
    address: paymentId === '' ? address : integrated(address, paymentId, network),
    description,
    payment_id: paymentId || noPaymentId,
  }
}

// A subaddress has no integrated form. Its payment id is returned in `payment_id` only.
function integrated(text: string, paymentId: string, network: Wallet['network']): string {
  const address = parseAddress(text, network)
  if (address?.kind !== 'standard') return text
  return formatAddress({ ...address, kind: 'integrated', paymentId })
}
