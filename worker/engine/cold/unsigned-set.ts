/**
 * Sets of transactions that another wallet is asked to sign.
 *
 * @module
 * @see monero src/wallet/wallet2.cpp dump_tx_to_str, parse_unsigned_tx_from_str
 */
import { paymentIdNonce, writeExtra } from '#protocol/chain/extra.ts'
import type { Construction } from '#protocol/interchange/construction.ts'
import { magics } from '#protocol/interchange/magics.ts'
import { readUnsignedSet, writeUnsignedSet, type UnsignedSet } from '#protocol/interchange/sets.ts'
import type { Crypto } from '#wasm/types.ts'
import { notConstructed, type TransactionDraft } from '../tx/draft.ts'
import { hasPaymentId, layoutOf } from '../tx/layout.ts'
import { randomRecipient } from '../tx/recipient.ts'
import { constructionOf, type PositionOf } from '../tx/pending-tx.ts'
import type { Secrets } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { requestedOutputs } from './export-outputs.ts'
import { seal, unseal, type SealPorts, type UnsealPorts } from '../exchange/sealed-set.ts'

/**
 * What another wallet makes a transaction of. Its payment id stands in the clear there: whoever makes
 * the transaction draws its key, and encrypts with that.
 *
 * @throws {RpcError} For a payment id that more than one payee would get.
 */
export function unsignedOf(
  crypto: Crypto,
  draft: TransactionDraft,
  position: PositionOf,
): Construction {
  const { paymentId } = draft
  const layout = layoutOf(draft, randomRecipient(crypto))
  if (paymentId && !layout.idPayee) throw notConstructed()
  const id = paymentId ?? new Uint8Array(8)
  const extra = hasPaymentId(layout, paymentId) ? [paymentIdNonce({ kind: 'encrypted', id })] : []
  return constructionOf(draft, layout, writeExtra(extra), position)
}

/** The set, with the outputs whose key images are asked for. */
export function sealUnsignedSet(
  ports: SealPorts,
  store: Store,
  constructions: Construction[],
): Promise<Uint8Array> {
  const content = writeUnsignedSet({ constructions, outputs: requestedOutputs(store) })
  return seal(ports, store.secrets.get('keys')!, magics.unsigned, content)
}

/** Undefined for what is no set, or not one for these keys. */
export async function openUnsignedSet(
  ports: UnsealPorts,
  secrets: Secrets,
  sealed: Uint8Array,
): Promise<UnsignedSet | undefined> {
  const content = await unseal(ports, secrets, magics.unsigned, sealed)
  return content instanceof Uint8Array ? readUnsignedSet(content) : undefined
}
