/**
 * Sets of unsigned transactions for another wallet to sign.
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
 * The construction data of a transaction. Its payment id is in the clear: the signing wallet draws
 * the transaction key and encrypts it with that key.
 *
 * @throws {RpcError} For a payment id with more than one recipient.
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

/** The set, with the outputs whose key images are requested. */
export function sealUnsignedSet(
  ports: SealPorts,
  store: Store,
  constructions: Construction[],
): Promise<Uint8Array> {
  const content = writeUnsignedSet({ constructions, outputs: requestedOutputs(store) })
  return seal(ports, store.secrets.value, magics.unsigned, content)
}

/** Undefined for invalid data, and for a set of other keys. */
export async function openUnsignedSet(
  ports: UnsealPorts,
  secrets: Secrets,
  sealed: Uint8Array,
): Promise<UnsignedSet | undefined> {
  const content = await unseal(ports, secrets, magics.unsigned, sealed)
  return content instanceof Uint8Array ? readUnsignedSet(content) : undefined
}
