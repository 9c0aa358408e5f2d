/**
 * Exports signed key images for the view-only wallet. Each is signed with the secret key of its
 * output.
 *
 * @module
 * @see monero src/wallet/wallet2.cpp export_key_images
 */
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { RpcError } from '#protocol/errors.ts'
import { TimeSlice } from '../base/time-slice.ts'
import { lacksSpendKey } from '../keys/no-spend-key.ts'
import type { Ports } from '../base/ports.ts'
import { inChainOrder } from '../payments/spendable-funds.ts'
import { keyToSpend } from '../keys/spend-key.ts'
import type { Store } from '../store/store.ts'
import { isRequested } from './export-outputs.ts'

/** In hex: 32 and 64 bytes. */
export type SignedKeyImage = { keyImage: string; signature: string }

/**
 * Position of the first output whose key image was requested; after the last output when none was.
 */
export function firstRequested(store: Store): number {
  const outputs = inChainOrder(store.outputs)
  const first = outputs.findIndex((output) => isRequested(store, output))
  return first === -1 ? outputs.length : first
}

/**
 * Key images of the outputs in chain order, which is the same in both wallets.
 *
 * @param from - Position of the first output.
 * @returns Key images that were verified in the same way as the importer does.
 * @throws {RpcError} WATCH_ONLY for a view-only wallet: the reference exports invalid key images there. For outputs of a
 *   member of a group too, and UNKNOWN_ERROR as the reference if their key images are known.
 */
export async function exportKeyImages(
  { crypto, clock }: Pick<Ports, 'crypto' | 'clock'>,
  store: Store,
  from: number,
): Promise<SignedKeyImage[]> {
  const { spendSecret, ...viewSecrets } = store.secrets.value
  const outputs = inChainOrder(store.outputs).slice(from)
  if (!spendSecret) {
    if (viewSecrets.multisig && outputs.length === 0) return []
    if (viewSecrets.multisig && outputs.some(({ keyImage }) => keyImage)) throw notMatched()
    throw lacksSpendKey(viewSecrets, 'export key images')
  }
  const timeSlice = new TimeSlice(clock)
  const signed: SignedKeyImage[] = []
  for (const output of outputs) {
    const { secret, keyImage } = keyToSpend(crypto, { spendSecret, ...viewSecrets }, output)
    const ring = [hexToBytes(output.key)]
    const signature = crypto.signRing(keyImage, keyImage, ring, secret, 0)
    secret.fill(0)
    if (!crypto.verifyRing(keyImage, keyImage, ring, signature))
      throw new Error('signed key image: the signature just made is invalid')
    signed.push({ keyImage: bytesToHex(keyImage), signature: bytesToHex(signature) })
    await timeSlice.pause()
  }
  return signed
}

/** The reference computes the key image with a member's part of the key. */
const notMatched = () =>
  new RpcError('UNKNOWN_ERROR', 'key_image generated not matched with cached key image')
