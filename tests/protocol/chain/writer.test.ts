import { describe, expect, test } from 'vitest'
import { Reader } from '#protocol/chain/reader.ts'
import { Writer } from '#protocol/chain/writer.ts'

describe('Writer', () => {
  test('joins the given parts', () => {
    const bytes = new Writer().byte(5).varint(300).u32(0xfffefdfc).raw(Uint8Array.of(9)).bytes()
    expect([...bytes]).toEqual([5, 0xac, 2, 0xfc, 0xfd, 0xfe, 0xff, 9])
    expect(new Reader(bytes, 3).u32('x')).toBe(0xfffefdfc)
  })
})
