/**
 * Bytewords in their minimal form: two letters for each byte, then a CRC-32.
 *
 * @module
 * @see BCR-2020-012 Minimal Encoding
 */
import { joinBytes } from '../bytes.ts'
import { crc32 } from '../crc32.ts'

/** First and last letter of each of the 256 words. */
const pairs =
  'aeadaoaxaaahamatayasbkbdbnbtbabsbebybgbwbbbzcmchcscfcycwcecackct' +
  'cxclcpcndkdadsdidedtdrdndwdpdmdldyeheyeoeeecenemetesftfrfnfsfmfh' +
  'fzfpfwfxfyfefgflfdgagegrgsgtglgwgdgygmgughgohfhghdhkhthphhhlhyhe' +
  'hnhsidiaieihiyioisinimjejzjnjtjljojsjpjkjykpkoktkskkknkgkekikblb' +
  'lalylflslrlplnltloldlelulklgmnmymhmemomumwmdmtmsmknlnyndnsntnnne' +
  'nboyoeotoxonolospdptpkpypspmplpepfpaprqdqzrerprlrorhrdrkrfryrnrs' +
  'rtsesasrssskswstspsosgsbsfsntotktitttdtetytltbtstptatnuyuoutueur' +
  'vtvyvovlvevwvavdvswlwdwmwpwewywswtwnwzwfwkykynylyaytzszoztzczezm'

const byteOf = new Map(
  Array.from({ length: 256 }, (_, byte) => [pairs.slice(2 * byte, 2 * byte + 2), byte]),
)

/** The four bytes of a u32, big endian. */
export const u32ToBytes = (value: number): Uint8Array =>
  Uint8Array.of(value >>> 24, value >>> 16, value >>> 8, value)

export const encodeBytewords = (bytes: Uint8Array): string =>
  Array.from(joinBytes([bytes, u32ToBytes(crc32(bytes))]), (byte) =>
    pairs.slice(2 * byte, 2 * byte + 2),
  ).join('')

/** @param text - In lower case. @returns Undefined for other letters or a wrong checksum. */
export function decodeBytewords(text: string): Uint8Array | undefined {
  if (text.length % 2 !== 0 || text.length < 10) return undefined
  const bytes = new Uint8Array(text.length / 2)
  for (let at = 0; at < bytes.length; at++) {
    const byte = byteOf.get(text.slice(2 * at, 2 * at + 2))
    if (byte === undefined) return undefined
    bytes[at] = byte
  }
  const body = bytes.subarray(0, -4)
  const checksum = u32ToBytes(crc32(body))
  return checksum.every((byte, i) => byte === bytes[body.length + i]) ? body : undefined
}
