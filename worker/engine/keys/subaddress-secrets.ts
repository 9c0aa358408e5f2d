/**
 * The secrets of a subaddress.
 *
 * @module
 */
import type { Crypto } from '#wasm/types.ts'
import type { SubaddressIndex } from '../store/records.ts'
import type { SpendSecrets } from './one-time-key.ts'

type Secrets = Pick<SpendSecrets, 'spendSecret' | 'viewSecret'>

/**
 * The secret of its public spend key: b + m, or b for the primary address. The caller wipes it.
 *
 * @see monero src/wallet/wallet2.cpp sign
 */
export function subaddressSpendSecret(
  crypto: Crypto,
  { spendSecret, viewSecret }: Secrets,
  { account, address }: SubaddressIndex,
): Uint8Array {
  if (account === 0 && address === 0) return spendSecret.slice()
  const offset = crypto.subaddressSecret(viewSecret, account, address)
  const secret = crypto.scalarAdd(spendSecret, offset)
  offset.fill(0)
  return secret
}

/** The secret of its public view key: a·(b + m), or a for the primary address. The caller wipes it. */
export function subaddressViewSecret(
  crypto: Crypto,
  secrets: Secrets,
  index: SubaddressIndex,
): Uint8Array {
  if (index.account === 0 && index.address === 0) return secrets.viewSecret.slice()
  const spendSecret = subaddressSpendSecret(crypto, secrets, index)
  const secret = crypto.scalarMultiply(secrets.viewSecret, spendSecret)
  spendSecret.fill(0)
  return secret
}
