/**
 * Exports signed key images for the view-only wallet. Each is signed with the secret key of its
 * output.
 *
 * @module
 * @see monero src/wallet/wallet2.cpp export_key_images
 */
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
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
 * @throws {RpcError} WATCH_ONLY for a wallet without the spend key: the reference exports invalid
 *   key images there.
 */
export async function exportKeyImages(
  { crypto, clock }: Pick<Ports, 'crypto' | 'clock'>,
  store: Store,
  from: number,
): Promise<SignedKeyImage[]> {
  const { spendSecret, ...viewSecrets } = store.secrets.value
  if (!spendSecret) throw lacksSpendKey(viewSecrets, 'export key images')
  const timeSlice = new TimeSlice(clock)
  const signed: SignedKeyImage[] = []
  for (const output of inChainOrder(store.outputs).slice(from)) {
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
