import { UR, URDecoder, UREncoder } from '@ngraveio/bc-ur'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { encodeBytewords } from '#protocol/ur/bytewords.ts'
import { writeNumbersAndBytes } from '#protocol/ur/cbor.ts'
import { readUr, UrWriter } from '#protocol/ur/ur.ts'
import { UrCollector } from '../../../web/qr/ur-collector.ts'
import { count, seed } from '../../support/random/case-counts.ts'
import { seededBelow } from '../../support/random/sfc32.ts'

const types = ['xmr-output', 'xmr-txunsigned']

function randomBytes(length: number, start = 1) {
  const below = seededBelow(start)
  return Uint8Array.from({ length }, () => below(256))
}

const partsOf = (writer: UrWriter, from: number, many: number) =>
  Array.from({ length: many }, (_, i) => writer.part(from + i))

/** Receives parts until the message is complete. @returns How many were needed. */
function collect(collector: UrCollector, next: (i: number) => string, most: number): number {
  for (let i = 0; i < most; i++) {
    expect(collector.receive(next(i))).toBeUndefined()
    if (collector.content) return i + 1
  }
  throw new Error(`expected a message after ${most} parts, got ${collector.progress}`)
}

describe('a message', () => {
  test('is collected from its parts in any order, with losses', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 1, maxLength: 3000 }),
        fc.integer({ min: 10, max: 400 }),
        fc.integer({ min: 0, max: 8 }),
        fc.nat(),
        (bytes, fragmentBytes, losses, order) => {
          const writer = new UrWriter('xmr-output', bytes, fragmentBytes)
          const below = seededBelow(order)
          const parts = partsOf(writer, 1, 4 * writer.count + 20)
            .filter(() => below(10) >= losses)
            .map((part) => ({ part, at: below(2 ** 30) }))
            .sort((a, b) => a.at - b.at)
          const collector = new UrCollector(types)
          for (const { part } of parts) expect(collector.receive(part)).toBeUndefined()
          if (collector.content) expect(collector.content).toEqual({ type: 'xmr-output', bytes })
          // Half of so many parts are enough in any case that is not absurdly unlucky.
          else expect(parts.length).toBeLessThan(writer.count + 20)
        },
      ),
      { numRuns: count(50, 2000), seed: seed() },
    )
  })

  test('of 100 kB needs few parts more than it has fragments, although half of them are missed', () => {
    const bytes = randomBytes(100_000)
    const writer = new UrWriter('xmr-txunsigned', bytes, 300)
    expect(writer.count).toBe(334)
    const collector = new UrCollector(types)
    const needed = collect(collector, (i) => writer.part(2 * i + 1), 500)
    expect(needed).toBeLessThan(390)
    expect(collector.content).toEqual({ type: 'xmr-txunsigned', bytes })
    expect(collector.progress).toBe(1)
  })

  test('is collected by one who sees mixed parts only', () => {
    const bytes = randomBytes(5000)
    const writer = new UrWriter('xmr-output', bytes, 100)
    const collector = new UrCollector(types)
    expect(collect(collector, (i) => writer.part(1000 + i), 80)).toBeLessThan(70)
    expect(collector.content!.bytes).toEqual(bytes)
  })

  test('grows with each new part, and not with a repeated one', () => {
    const writer = new UrWriter('xmr-output', randomBytes(90), 23)
    const collector = new UrCollector(types)
    const progress = [1, 1, 3, 3, 2, 4].map((sequence) => {
      collector.receive(writer.part(sequence))
      return collector.progress
    })
    expect(progress).toEqual([0.25, 0.25, 0.5, 0.5, 0.75, 1])
    collector.clear()
    expect([collector.progress, collector.content]).toEqual([0, undefined])
  })
})

// The encoder and decoder of other wallets.
describe('@ngraveio/bc-ur', () => {
  const bytes = randomBytes(4000)

  test('reads our parts, also with losses', () => {
    const writer = new UrWriter('xmr-output', bytes, 150)
    const decoder = new URDecoder()
    for (let sequence = 1; !decoder.isComplete() && sequence < 200; sequence++)
      if (sequence % 3 !== 0) decoder.receivePart(writer.part(sequence))
    expect(decoder.isSuccess()).toBe(true)
    const { type } = decoder.resultUR()
    expect(type).toBe('xmr-output')
    expect(Uint8Array.from(decoder.resultUR().decodeCBOR() as Uint8Array)).toEqual(bytes)
  })

  test('writes parts that we read, also with losses', () => {
    const { cbor } = UR.fromBuffer(Buffer.from(bytes))
    const encoder = new UREncoder(new UR(cbor, 'xmr-output'), 150)
    const collector = new UrCollector(types)
    for (let sequence = 1; !collector.content && sequence < 200; sequence++) {
      const part = encoder.nextPart()
      if (sequence % 3 !== 0) expect(collector.receive(part)).toBeUndefined()
    }
    expect(collector.content).toEqual({ type: 'xmr-output', bytes })
  })

  test('writes the same parts', () => {
    const { cbor } = UR.fromBuffer(Buffer.from(bytes))
    const encoder = new UREncoder(new UR(cbor, 'xmr-txsigned'), 150)
    const writer = new UrWriter('xmr-txsigned', bytes, 150)
    const theirs = Array.from({ length: 100 }, () => encoder.nextPart().toUpperCase())
    expect(partsOf(writer, 1, 100)).toEqual(theirs)
  })
})

describe('hostile parts', () => {
  const writer = new UrWriter('xmr-output', randomBytes(300), 50)
  const other = new UrWriter('xmr-output', randomBytes(300, 2), 50)

  test('error: a text that is no UR, another type, a wrong checksum', () => {
    const collector = new UrCollector(types)
    expect(collector.receive('monero:48')).toBe('no-ur')
    expect(collector.receive(new UrWriter('crypto-psbt', randomBytes(9), 50).part(1))).toBe(
      'other-type',
    )
    const part = writer.part(1)
    expect(collector.receive(part.slice(0, -1) + (part.endsWith('A') ? 'E' : 'A'))).toBe('damaged')
    expect(collector.progress).toBe(0)
  })

  test('error: parts of another message, which leave the first one unchanged', () => {
    const collector = new UrCollector(types)
    collector.receive(writer.part(1))
    expect(collector.receive(other.part(2))).toBe('other-message')
    const sameBytes = new UrWriter('xmr-txunsigned', randomBytes(300), 50)
    expect(collector.receive(sameBytes.part(2))).toBe('other-message')
    expect(collector.receive(new UrWriter('xmr-output', randomBytes(300), 40).part(2))).toBe(
      'other-message',
    )
    expect(collector.progress).toBe(1 / 7)
  })

  /** A part of `writer` whose fragment has changed. */
  function altered(sequence: number): string {
    const ur = readUr(writer.part(sequence))
    if (typeof ur === 'string' || !('part' in ur)) throw new Error('expected a part')
    const { part } = ur
    const fragment = part.bytes.map((byte, i) => (i === 3 ? byte ^ 1 : byte))
    const numbers = [part.sequence, part.count, part.length, part.checksum]
    const body = encodeBytewords(writeNumbersAndBytes(numbers, fragment))
    return `ur:xmr-output/${part.sequence}-${part.count}/${body}`
  }

  test('error: a false fragment, found by the checksum of the message; it can be read again', () => {
    const collector = new UrCollector(types)
    for (const part of [altered(1), ...partsOf(writer, 2, writer.count - 2)])
      expect(collector.receive(part)).toBeUndefined()
    expect(collector.receive(writer.part(writer.count))).toBe('damaged')
    expect(collector.progress).toBe(0)
    expect(collect(collector, (i) => writer.part(i + 1), writer.count)).toBe(writer.count)
  })

  test('error: two parts that contradict each other', () => {
    const collector = new UrCollector(types)
    collector.receive(writer.part(1))
    expect(collector.receive(altered(1))).toBe('damaged')
  })

  test('error: more bytes or fragments than are kept', () => {
    const collector = new UrCollector(types)
    const huge = (numbers: number[], length: number) =>
      `ur:xmr-output/${numbers[0]}-${numbers[1]}/` +
      encodeBytewords(writeNumbersAndBytes(numbers, new Uint8Array(length)))
    expect(collector.receive(huge([1, 4097, 40_961, 7], 10))).toBe('too-large')
    expect(collector.receive(huge([1, 2 ** 32 - 1, 2 ** 32 - 1, 7], 1))).toBe('too-large')
    expect(collector.receive(huge([1, 1049, 1_048_577, 7], 1000))).toBe('too-large')
    expect(collector.progress).toBe(0)
  })

  test('error: a message that is no byte string', () => {
    const collector = new UrCollector(types)
    const list = encodeBytewords(Uint8Array.of(0x81, 0x01))
    expect(collector.receive(`ur:xmr-output/${list}`)).toBe('damaged')
    expect(collector.content).toBeUndefined()
  })

  test('keep at most one equation for a fragment', () => {
    const largest = new UrWriter('xmr-output', randomBytes(900_000), 10)
    expect(largest.count).toBeGreaterThan(4000)
    const collector = new UrCollector(types)
    for (let i = 0; i < 20; i++) collector.receive(largest.part(10_000 + (i % 10)))
    expect(Math.round(collector.progress * largest.count)).toBeLessThanOrEqual(10)
    expect(collector.progress).toBeGreaterThan(0)
  })
})
