/**
 * DNS messages over HTTPS: what must hold before one is decoded.
 *
 * @module
 * @see RFC 8484 6, RFC 1035 4.1
 */

/** Their media type. */
export const dnsMessage = 'application/dns-message'

const headerSize = 12
/** A name of one byte, type and class. */
const shortestQuestion = 5
/** The same, time to live and length of the data. */
const shortestRecord = 11

/**
 * Whether as many questions and records as the header says have room in the message.
 *
 * The decoder believes these counts: without this check a few kilobytes could make it create 200 000 records.
 */
export function countsFit(message: Uint8Array): boolean {
  if (message.length < headerSize) return false
  const view = new DataView(message.buffer, message.byteOffset, headerSize)
  const [questions, ...records] = [4, 6, 8, 10].map((at) => view.getUint16(at))
  const least = records.reduce((sum, count) => sum + shortestRecord * count, headerSize)
  return least + shortestQuestion * questions! <= message.length
}
