import type { Transfer } from '../../state/wallet.svelte.ts'

/** An address that a transaction paid, with the sum of its amounts in piconero. */
type KnownPayment = { address: string; amount: bigint; incoming: boolean }

/** The payments of a transaction that the wallet knows, one for each address. */
export function knownPayments(transfers: readonly Transfer[], id: string): KnownPayment[] {
  const known = new Map<string, KnownPayment>()
  const parts = transfers.filter(({ txid }) => txid === id)
  for (const payment of parts.flatMap(paymentsOf)) {
    const amount = payment.amount + (known.get(payment.address)?.amount ?? 0n)
    known.set(payment.address, { ...payment, amount })
  }
  return [...known.values()]
}

function paymentsOf({ type, address, amount, destinations = [] }: Transfer): KnownPayment[] {
  if (type === 'in' || type === 'block' || type === 'pool')
    return [{ address, amount, incoming: true }]
  return destinations.map((to) => ({ address: to.address, amount: to.amount, incoming: false }))
}
