import { encode } from 'uqr'

/** A picture of the QR code of a text, as a BMP file: a header, and lines of blue, green and red from the bottom. */
export function qrBitmap(text: string): Buffer {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  /** A multiple of four pixels for each module, so that lines need no filling bytes. */
  const scale = 8
  const width = size * scale
  const header = Buffer.alloc(54)
  header.write('BM')
  header.writeUInt32LE(54 + 3 * width * width, 2)
  header.writeUInt32LE(54, 10)
  header.writeUInt32LE(40, 14)
  header.writeInt32LE(width, 18)
  header.writeInt32LE(width, 22)
  header.writeUInt16LE(1, 26)
  header.writeUInt16LE(24, 28)
  const lines = data.toReversed().map((row) => {
    const pixels = row.flatMap((dark) => Array<number>(3 * scale).fill(dark ? 0 : 255))
    return Buffer.from(Array.from({ length: scale }, () => pixels).flat())
  })
  return Buffer.concat([header, ...lines])
}
