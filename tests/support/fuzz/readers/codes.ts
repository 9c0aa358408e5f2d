/**
 * Texts of QR codes: parts of animations, and payments.
 *
 * @module
 */
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { decodeText } from '#protocol/json/json.ts'
import { encodeBytewords } from '#protocol/ur/bytewords.ts'
import { writeNumbersAndBytes } from '#protocol/ur/cbor.ts'
import { readUr, UrWriter } from '#protocol/ur/ur.ts'
import { paymentText } from '../../../../web/qr/payment-text.ts'
import { kindOfFile, signingFiles } from '../../../../web/qr/signing-files.ts'
import { UrCollector } from '../../../../web/qr/ur-collector.ts'
import type { Draw } from '../draw.ts'
import { altered } from '../inputs/mixed.ts'
import { requireSame, type FuzzedReader } from '../reader.ts'

/** Texts of codes, a line each. */
function codes(bytes: Uint8Array): boolean {
  const collector = new UrCollector(signingFiles)
  for (const text of decodeText(bytes).split('\n')) {
    collector.receive(text)
    if (paymentText(text) !== undefined && readUr(text) !== 'no-ur')
      throw new Error('a code is a payment and a part of an animation')
    if (collector.progress < 0 || collector.progress > 1)
      throw new Error('the progress is beyond its limits')
  }
  const { content } = collector
  if (!content) return false
  kindOfFile(content.bytes)
  const again = new UrCollector([content.type])
  const writer = new UrWriter(content.type, content.bytes, 50)
  for (let part = 1; part <= writer.count; part++) again.receive(writer.part(part))
  if (!again.content) throw new Error('a message that was collected is not read again')
  requireSame('a message', again.content.bytes, content.bytes)
  return true
}

/** A part with any numbers, whose checksum is right. */
function falsePart(draw: Draw, type: string, writer: UrWriter): string {
  const correct = readUr(writer.part(1 + draw.below(2 * writer.count)))
  const part = typeof correct === 'object' && 'part' in correct ? correct.part : undefined
  const number = (of: number | undefined) =>
    of === undefined || draw.oneIn(3) ? Number(BigInt.asUintN(32, draw.number())) : of
  const numbers = [part?.sequence, part?.count, part?.length, part?.checksum].map(number)
  const bytes = part && !draw.oneIn(3) ? part.bytes : draw.bytes(draw.count(60))
  const body = encodeBytewords(writeNumbersAndBytes(numbers, bytes))
  return `ur:${type}/${numbers[0]}-${numbers[1]}/${body}`
}

function drawCodes(draw: Draw): Uint8Array {
  const type = draw.lies() ? draw.text() : draw.pick(signingFiles)
  const fragmentBytes = 10 + draw.below(100)
  const writer = new UrWriter(type, draw.bytes(draw.below(400)), fragmentBytes)
  const first = draw.oneIn(3) ? 1 + draw.below(5 * writer.count) : 1
  const texts = Array.from({ length: writer.count + draw.below(6) }, (_, i) => {
    if (!draw.lies()) return writer.part(first + i)
    return draw.oneIn(3) ? `monero:${draw.text(40)}` : falsePart(draw, type, writer)
  })
  return utf8ToBytes(texts.join('\n'))
}

export const codeReaders: readonly FuzzedReader[] = [
  {
    name: 'qr-code',
    reads: 'texts of QR codes: `UrCollector`, `readUr`, `paymentText`, `kindOfFile`',
    from: 'peer',
    inputs:
      'parts of animations in order, or only later ones, among them parts of any number, count, length and checksum; then mutated',
    holds: 'a message that is complete is written so that it is read again',
    share: 10,
    input: altered(drawCodes),
    read: codes,
  },
]
