/**
 * Checks the declared inputs of an unsigned transaction: each must be an own output with the
 * declared amount.
 *
 * @module
 * @see monero src/cryptonote_core/cryptonote_tx_utils.cpp construct_tx_with_tx_key
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import type { SourceEntry } from '#protocol/interchange/construction.ts'
import type { Crypto } from '#wasm/types.ts'
import type { Addresses } from '../keys/addresses.ts'
import type { SpendSecrets } from '../keys/one-time-key.ts'
import type { Ring } from '../tx/ring.ts'
import { keyToSpend } from '../keys/spend-key.ts'
import type { OutputRecord } from '../store/records.ts'
import { one } from '../scan/output-amount.ts'
import { keysToTry } from './keys-to-try.ts'

export type SourceParts = {
  crypto: Crypto
  secrets: SpendSecrets
  addresses: Pick<Addresses, 'find'>
}

/** An input with its key image and its ring, or the reason why it is refused. */
export function inputOf(
  parts: SourceParts,
  source: SourceEntry,
): { output: OutputRecord; ring: Ring } | string {
  const { crypto } = parts
  const error = ringError(crypto, source)
  if (error) return error
  const own = ownOutput(parts, source)
  if (!own) return 'an input does not belong to this wallet'
  const { keyImage, secret } = keyToSpend(crypto, parts.secrets, own)
  secret.fill(0)
  return { output: { ...own, keyImage: bytesToHex(keyImage) }, ring: ringOf(source) }
}

export const ringOf = ({ ring: members, realIndex }: SourceEntry): Ring => ({ members, realIndex })

/** The reason why a ring, or the declared amount of its real member, is refused. */
export function ringError(crypto: Crypto, source: SourceEntry): string | undefined {
  const { ring: members, realIndex, amount, mask, ringct } = source
  if (members.some(({ globalIndex }, i) => i > 0 && globalIndex <= members[i - 1]!.globalIndex))
    return 'ring members are not in ascending order'
  if (
    !members.every(({ key, commitment }) => isUsable(crypto, key) && isUsable(crypto, commitment))
  )
    return 'a ring member is not a valid output'
  // A wrong amount in the request would make this wallet pay the difference as a fee.
  if (bytesToHex(crypto.commit(amount, mask)) !== bytesToHex(members[realIndex]!.commitment))
    return 'an input does not have its declared amount'
  const inClear = bytesToHex(crypto.commit(amount, one))
  if (!ringct && members.some(({ commitment }) => bytesToHex(commitment) !== inClear))
    return 'an input from before RingCT does not match its public amount'
  return undefined
}

const isUsable = (crypto: Crypto, point: Uint8Array) => crypto.isInMainSubgroup(point)

function ownOutput(
  { crypto, secrets, addresses }: SourceParts,
  source: SourceEntry,
): OutputRecord | undefined {
  const { ring, realIndex, indexInTx, amount, mask, ringct } = source
  const { key, globalIndex } = ring[realIndex]!
  for (const txPublicKey of keysToTry(source)) {
    const derivation = crypto.keyDerivation(txPublicKey, secrets.viewSecret)
    const spendKey = derivation && crypto.deriveSubaddressPublicKey(key, derivation, indexInTx)
    const subaddress = spendKey && addresses.find(spendKey)
    derivation?.fill(0)
    if (!subaddress) continue
    return {
      key: bytesToHex(key),
      txid: '',
      indexInTx,
      amount,
      mask,
      ringct,
      subaddress,
      globalIndex: BigInt(globalIndex),
      coinbase: false,
      txPublicKey,
      frozen: false,
      height: 0n,
      timestamp: 0n,
      unlockTime: 0n,
      txSize: 0,
    }
  }
  return undefined
}
