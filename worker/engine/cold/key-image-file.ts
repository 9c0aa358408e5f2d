/**
 * Signed key images as the file that wallet2 exchanges.
 *
 * Content: the position of the first output as a little-endian u32, the public spend and view key, then a key image
 * and a signature for each output.
 *
 * @module
 * @see monero src/wallet/wallet2.cpp export_key_images, import_key_images
 */
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import { dataView, sameBytes } from '#protocol/bytes.ts'
import { RpcError } from '#protocol/errors.ts'
import { magics } from '#protocol/interchange/magics.ts'
import type { Ports } from '../base/ports.ts'
import { seal, unseal, type SealPorts, type UnsealPorts } from '../exchange/sealed-set.ts'
import type { Store } from '../store/store.ts'
import { exportKeyImages, type SignedKeyImage } from './export-key-images.ts'

const headLength = 4 + 32 + 32
const entryLength = 32 + 64

/** @param from - Position of the first output. @throws {RpcError} As {@link exportKeyImages}. */
export async function exportKeyImageFile(
  ports: SealPorts & Pick<Ports, 'crypto' | 'clock'>,
  store: Store,
  from: number,
): Promise<{ file: Uint8Array; count: number }> {
  const signed = await exportKeyImages(ports, store, from)
  const secrets = store.secrets.value
  const offset = new Uint8Array(4)
  dataView(offset).setUint32(0, from, true)
  const content = concatBytes(
    offset,
    secrets.spendPublic,
    secrets.viewPublic,
    ...signed.flatMap(({ keyImage, signature }) => [hexToBytes(keyImage), hexToBytes(signature)]),
  )
  return { file: await seal(ports, secrets, magics.keyImages, content), count: signed.length }
}

/** Opens such a file. Its signatures are not checked yet. @throws {RpcError} UNKNOWN_ERROR */
export async function openKeyImageFile(
  ports: UnsealPorts,
  store: Store,
  file: Uint8Array,
): Promise<{ offset: number; signed: SignedKeyImage[] }> {
  const secrets = store.secrets.value
  const content = await unseal(ports, secrets, magics.keyImages, file)
  if (content === 'magic') throw refused('Bad key image export file magic')
  if (!(content instanceof Uint8Array))
    throw refused('The key images are damaged, or those of another wallet')
  if (content.length < headLength || (content.length - headLength) % entryLength !== 0)
    throw refused('Bad data size from file')
  const isOurs =
    sameBytes(content.subarray(4, 36), secrets.spendPublic) &&
    sameBytes(content.subarray(36, 68), secrets.viewPublic)
  if (!isOurs) throw refused('Key images are for a different account')
  const signed: SignedKeyImage[] = []
  for (let at = headLength; at < content.length; at += entryLength)
    signed.push({
      keyImage: bytesToHex(content.subarray(at, at + 32)),
      signature: bytesToHex(content.subarray(at + 32, at + entryLength)),
    })
  return { offset: dataView(content).getUint32(0, true), signed }
}

const refused = (message: string) => new RpcError('UNKNOWN_ERROR', message)
