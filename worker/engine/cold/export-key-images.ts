/**
 * Key images for a wallet that has the view key alone, each signed with the key that it is of.
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

/** Place of the first output whose key image another wallet asked for; after the last when none is. */
export function firstRequested(store: Store): number {
  const outputs = inChainOrder(store.outputs)
  const first = outputs.findIndex((output) => isRequested(store, output))
  return first === -1 ? outputs.length : first
}

/**
 * Key images of the outputs in the order of the chain, in which both wallets have them.
 *
 * @param from - Place of the first one.
 * @returns Each checked as its reader will check it.
 * @throws {RpcError} WATCH_ONLY for a wallet that cannot spend: the reference's gives key images that
 *   are none.
 */
export async function exportKeyImages(
  { crypto, clock }: Pick<Ports, 'crypto' | 'clock'>,
  store: Store,
  from: number,
): Promise<SignedKeyImage[]> {
  const { spendSecret, ...viewSecrets } = store.secrets.get('keys')!
  if (!spendSecret) throw lacksSpendKey(viewSecrets, 'export key images')
  const timeSlice = new TimeSlice(clock)
  const signed: SignedKeyImage[] = []
  for (const output of inChainOrder(store.outputs).slice(from)) {
    const { secret, keyImage } = keyToSpend(crypto, { spendSecret, ...viewSecrets }, output)
    const ring = [hexToBytes(output.key)]
    const signature = crypto.signRing(keyImage, keyImage, ring, secret, 0)
    secret.fill(0)
    if (!crypto.verifyRing(keyImage, keyImage, ring, signature))
      throw new Error('a signed key image that does not hold')
    signed.push({ keyImage: bytesToHex(keyImage), signature: bytesToHex(signature) })
    await timeSlice.pause()
  }
  return signed
}
