/**
 * What a wallet that can only view learns of its outputs' key images, and so of what was spent.
 *
 * @module
 * @see monero src/wallet/wallet2.cpp import_key_images
 */
import { hexToBytes } from '@noble/hashes/utils.js'
import { RpcError } from '#protocol/errors.ts'
import type { Crypto } from '#wasm/types.ts'
import { TimeSlice } from '../base/time-slice.ts'
import type { Ports } from '../base/ports.ts'
import { inChainOrder } from '../payments/spendable-funds.ts'
import type { KeyImageRecord, OutputRecord } from '../store/records.ts'
import type { Change, Store } from '../store/store.ts'
import type { SignedKeyImage } from './export-key-images.ts'

export type KeyImageParts = { ports: Pick<Ports, 'crypto' | 'clock'>; store: Store }

/**
 * Notes signed key images of outputs in the order of the chain. To be run alone.
 *
 * @param offset - Place of the first output.
 * @returns The outputs up to the last of them.
 * @throws {RpcError} UNKNOWN_ERROR, WRONG_SIGNATURE in the reference's words; nothing has changed then.
 */
export async function importKeyImages(
  { ports: { crypto, clock }, store }: KeyImageParts,
  signed: readonly SignedKeyImage[],
  offset: number,
): Promise<OutputRecord[]> {
  const outputs = inChainOrder(store.outputs)
  if (offset > outputs.length) throw refused('Offset larger than known outputs')
  if (signed.length > outputs.length - offset)
    throw refused('The blockchain is out of date compared to the signed key images')
  const timeSlice = new TimeSlice(clock)
  for (const [i, each] of signed.entries()) {
    const place = `${offset + i}/${signed.length}`
    checkSigned(crypto, outputs[offset + i]!, each, place, store)
    await timeSlice.pause()
  }
  await store.commit((change) => {
    for (const [i, { keyImage }] of signed.entries())
      stageKeyImage(change, store, outputs[offset + i]!.key, {
        keyImage,
        proven: true,
        requested: false,
      })
  })
  return inChainOrder(store.outputs).slice(0, offset + signed.length)
}

const refused = (message: string) => new RpcError('UNKNOWN_ERROR', message)

// One that was proven before, and is the same, needs no proof.
function checkSigned(
  crypto: Crypto,
  { key, keyImage: known }: OutputRecord,
  { keyImage, signature }: SignedKeyImage,
  place: string,
  { keyImages, secrets }: Store,
) {
  const isOwn = secrets.get('keys')!.spendSecret !== undefined || keyImages.get(key)?.proven
  if (isOwn && keyImage === known) return
  const image = hexToBytes(keyImage)
  if (!crypto.isInMainSubgroup(image))
    throw refused(`Key image out of validity domain: input ${place}, key image ${keyImage}`)
  if (!crypto.verifyRing(image, image, [hexToBytes(key)], hexToBytes(signature)))
    throw new RpcError(
      'WRONG_SIGNATURE',
      `Signature check failed ${place}, key image ${keyImage}, signature ${signature}, pubkey ${key}`,
    )
}

/**
 * Stages the key image of an output that is there, or is yet to come. One that is proven gives way to
 * another that is proven alone; a wallet that can spend knows its own.
 */
export function stageKeyImage(
  change: Change,
  store: Store,
  key: string,
  record: KeyImageRecord,
): void {
  if (store.secrets.get('keys')!.spendSecret) return
  const before = change.get(store.keyImages, key)
  if (before?.proven && !record.proven) return
  change.put<KeyImageRecord>(store.keyImages, key, record)
  const output = change.get(store.outputs, key)
  if (output && output.keyImage !== record.keyImage)
    change.put<OutputRecord>(store.outputs, key, { ...output, keyImage: record.keyImage })
}

/** What of these is spent and what is not, in piconero; frozen ones count as neither. */
export function spentAndUnspent(outputs: readonly OutputRecord[], { outputs: now }: Store) {
  const sums = { spent: 0n, unspent: 0n }
  for (const { key } of outputs) {
    const output = now.get(key)
    if (output && !output.frozen) sums[output.spent ? 'spent' : 'unspent'] += output.amount
  }
  return sums
}
