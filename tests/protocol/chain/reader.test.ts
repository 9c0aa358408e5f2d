import { describe, expect, test } from 'vitest'
import { Reader } from '#protocol/chain/reader.ts'

describe('Reader', () => {
  const read = (...bytes: number[]) => new Reader(Uint8Array.from(bytes))

  test.each([
    ['nothing', []],
    ['cut short', [0x80]],
    ['cut short after nine bytes', new Array<number>(9).fill(0x80)],
  ])('error: a varint of %s', (_, bytes) => {
    expect(() => read(...bytes).varint('height')).toThrow('height: expected 1 bytes at offset')
  })

  test.each([
    ['overlong zero', [0x80, 0]],
    ['overlong', [0xff, 0x80, 0]],
    ['overlong at nine bytes', [...new Array<number>(8).fill(0x80), 0]],
    ['overlong at ten bytes', [...new Array<number>(9).fill(0x80), 0]],
  ])('error: a varint that is %s', (_, bytes) => {
    expect(() => read(...bytes).varint('height')).toThrow(
      'height: varint is not in its shortest form',
    )
  })

  test('error: a varint that exceeds the width of its field', () => {
    const nines = new Array<number>(9).fill(0xff)
    expect(() => read(...nines, 2).varint('x')).toThrow('x: varint overflows 64 bits')
    expect(() => read(...nines, 0x81, 0).varint('x')).toThrow('x: varint overflows 64 bits')
    expect(read(0xff, 1).smallVarint('x', 8)).toBe(255)
    expect(() => read(0x80, 2).smallVarint('x', 8)).toThrow('x: varint overflows 8 bits')
    expect(read(0xff, 0xff, 0xff, 0xff, 0x0f).smallVarint('x', 32)).toBe(0xffff_ffff)
    expect(() => read(0x80, 0x80, 0x80, 0x80, 0x10).smallVarint('x', 32)).toThrow(
      'x: varint overflows 32 bits',
    )
  })

  test('reads in order, as views of the same bytes', () => {
    const bytes = Uint8Array.from({ length: 80 }, (_, i) => i)
    const reader = new Reader(bytes, 1)
    expect(reader.byte('a')).toBe(1)
    expect(reader.u32('b')).toBe(0x05040302)
    const [key] = reader.keys(1, 'c')
    expect(key!.buffer).toBe(bytes.buffer)
    expect(key![0]).toBe(6)
    expect(reader.left).toBe(42)
    expect(reader.take(42, 'd').at(-1)).toBe(79)
    reader.end('e')
  })

  test('error: the message names the missing part and its position', () => {
    expect(() => read(1, 2).take(3, 'key image')).toThrow(
      'key image: expected 3 bytes at offset 0, got 2',
    )
    expect(() => read(1, 2).keys(2 ** 40, 'keys')).toThrow('keys: expected 35184372088832 bytes')
    expect(() => read(3, 1, 2).count('things', 1)).toThrow('things: expected 3 items, got 2 bytes')
    expect(() => read(1).end('block')).toThrow('block: expected the end, got 1 more bytes')
    expect(() => read().byte('kind')).toThrow('kind: expected 1 bytes at offset 0, got 0')
    expect(() => read(1, 2, 3).u32('nonce')).toThrow('nonce: expected 4 bytes')
  })
})
