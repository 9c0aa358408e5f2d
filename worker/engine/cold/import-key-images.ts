/**
 * Imports key images into a view-only wallet, which then detects its spent outputs.
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
 * Imports signed key images of outputs in chain order. Must run alone.
 *
 * @param offset - Position of the first output.
 * @returns All outputs up to the last imported one.
 * @throws {RpcError} UNKNOWN_ERROR, WRONG_SIGNATURE in the reference's words; nothing has changed then.
 */
export async function importKeyImages(
  { ports, store }: KeyImageParts,
  signed: readonly SignedKeyImage[],
  offset: number,
): Promise<OutputRecord[]> {
  const outputs = await checkedOutputs({ ports, store }, signed, offset)
  await store.commit((change) => stageKeyImages(change, store, outputs, signed))
  return inChainOrder(store.outputs).slice(0, offset + signed.length)
}

/**
 * Checks signed key images of outputs in chain order.
 *
 * @param offset - Position of the first output.
 * @returns The outputs, in the order of the key images.
 * @throws {RpcError} As {@link importKeyImages}.
 */
export async function checkedOutputs(
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
  return outputs.slice(offset, offset + signed.length)
}

/** Stages verified key images of outputs, which are no longer requested. */
export function stageKeyImages(
  change: Change,
  store: Store,
  outputs: readonly OutputRecord[],
  signed: readonly SignedKeyImage[],
): void {
  for (const [i, { keyImage }] of signed.entries())
    stageKeyImage(change, store, outputs[i]!.key, { keyImage, proven: true, requested: false })
}

const refused = (message: string) => new RpcError('UNKNOWN_ERROR', message)

// An unchanged key image that was verified before needs no signature check.
function checkSigned(
  crypto: Crypto,
  { key, keyImage: known }: OutputRecord,
  { keyImage, signature }: SignedKeyImage,
  place: string,
  { keyImages, secrets }: Store,
) {
  const isOwn = secrets.value.spendSecret !== undefined || keyImages.get(key)?.proven
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
 * Stages the key image of an output that exists or is yet to come. A verified one is only replaced
 * by another verified one. A wallet with the spend key keeps its own.
 */
export function stageKeyImage(
  change: Change,
  store: Store,
  key: string,
  record: KeyImageRecord,
): void {
  if (store.secrets.value.spendSecret) return
  const before = change.get(store.keyImages, key)
  if (before?.proven && !record.proven) return
  change.put(store.keyImages, key, record)
  const output = change.get(store.outputs, key)
  if (output && output.keyImage !== record.keyImage)
    change.put(store.outputs, key, { ...output, keyImage: record.keyImage })
}

/** The spent and unspent totals of these, in piconero; frozen outputs count as neither. */
export function spentAndUnspent(outputs: readonly OutputRecord[], { outputs: now }: Store) {
  const sums = { spent: 0n, unspent: 0n }
  for (const { key } of outputs) {
    const output = now.get(key)
    if (output && !output.frozen) sums[output.spent ? 'spent' : 'unspent'] += output.amount
  }
  return sums
}
