/** The unit tests of the reference implementation, which BCR-2020-005 requires to pass. */
import { readFileSync } from 'node:fs'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { expect, test } from 'vitest'
import { crc32 } from '#protocol/crc32.ts'
import { decodeBytewords, encodeBytewords } from '#protocol/ur/bytewords.ts'
import { FragmentChooser, Sampler } from '#protocol/ur/fragment-chooser.ts'
import { readUr, UrWriter } from '#protocol/ur/ur.ts'
import { Xoshiro } from '#protocol/ur/xoshiro.ts'

type Reference = {
  bytewords: { bytes: number[]; text: string }
  remainders: number[]
  below: number[]
  samples: number[]
  degrees: number[]
  fragments: number[][]
  single: string
  parts: string[]
}
const reference = JSON.parse(readFileSync('tests/vectors/ur/reference.json', 'utf8')) as Reference

const wolf = () => new Xoshiro(utf8ToBytes('Wolf'))
const several = <T>(count: number, next: (i: number) => T) =>
  Array.from({ length: count }, (_, i) => next(i))

function messageOf(length: number) {
  const random = wolf()
  return Uint8Array.from({ length }, () => random.below(256))
}

test('checksums', () => {
  expect(crc32(utf8ToBytes('Hello, world!'))).toBe(0xebe6_c6e6)
  expect(crc32(utf8ToBytes('Wolf'))).toBe(0x598c_84dc)
})

test('Bytewords', () => {
  const short = Uint8Array.of(0, 1, 2, 128, 255)
  expect(encodeBytewords(short)).toBe('aeadaolazmjendeoti')
  expect(decodeBytewords('aeadaolazmjendeoti')).toEqual(short)
  const bytes = Uint8Array.from(reference.bytewords.bytes)
  expect(encodeBytewords(bytes)).toBe(reference.bytewords.text)
  expect(decodeBytewords(reference.bytewords.text)).toEqual(bytes)
})

test('error: Bytewords with a wrong checksum, other letters, or too short', () => {
  for (const text of ['aeadaolazojendeowf', 'aeadaolazmjendeotz', 'aeadaolazmjendeot', 'wf', ''])
    expect(decodeBytewords(text)).toBeUndefined()
})

test('the generator', () => {
  const random = wolf()
  expect(several(100, () => Number(random.next() % 100n))).toEqual(reference.remainders)
  const other = wolf()
  expect(several(100, () => other.below(10) + 1)).toEqual(reference.below)
})

test('draws by weight', () => {
  const random = wolf()
  const sampler = new Sampler([1, 2, 4, 8])
  expect(several(500, () => sampler.draw(random))).toEqual(reference.samples)
})

test('numbers of fragments in a part', () => {
  const sampler = new Sampler(several(11, (i) => 1 / (i + 1)))
  const degree = (i: number) => sampler.draw(new Xoshiro(utf8ToBytes(`Wolf-${i + 1}`))) + 1
  expect(several(200, degree)).toEqual(reference.degrees)
})

test('fragments of a part', () => {
  const chooser = new FragmentChooser(11)
  const checksum = crc32(messageOf(1024))
  const chosen = several(30, (i) => chooser.choose(i + 1, checksum).sort((a, b) => a - b))
  expect(chosen).toEqual(reference.fragments)
})

test('a message of one part', () => {
  const written = new UrWriter('bytes', messageOf(50), 1000).part(1)
  expect(written.toLowerCase()).toBe(reference.single)
  expect(readUr(reference.single)).toMatchObject({ type: 'bytes' })
})

test('a message of many parts', () => {
  const writer = new UrWriter('bytes', messageOf(256), 30)
  expect(writer.count).toBe(9)
  expect(several(20, (i) => writer.part(i + 1).toLowerCase())).toEqual(reference.parts)
})
