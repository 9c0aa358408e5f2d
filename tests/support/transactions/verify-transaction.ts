/**
 * What a node says of a transaction that keeps the rules of version 16.
 *
 * @module
 */
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { transactionId } from '#protocol/chain/hashes.ts'
import type { Crypto } from '#wasm/types.ts'
import { checkAdmission, readSubmitted } from '../../../proxy/node/verify/admission.ts'
import { VerifiedRings } from '../../../proxy/node/verify/verified-rings.ts'
import type { InMemoryChainView } from '../chains/in-memory-chain-view.ts'

/** Why it is refused on that chain, or that it is accepted. */
export const verifierOver = (crypto: Crypto, view: InMemoryChainView) => (hex: string) => {
  const tx = readSubmitted(hexToBytes(hex))
  if ('flags' in tx) return tx
  const id = bytesToHex(transactionId(tx))
  const rules = { crypto, verified: new VerifiedRings(crypto) }
  const outcome = checkAdmission(rules, { tx, id }, view, false)
  return 'flags' in outcome ? outcome : 'accepted'
}
