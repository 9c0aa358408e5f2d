import { describe, expect, test } from 'vitest'
import { ChainError, Reader } from '#protocol/chain/reader.ts'
import { Writer } from '#protocol/chain/writer.ts'
import {
  expectLength,
  readFlag,
  readKeys,
  readList,
  readText,
  readWhole,
  writeList,
  writeText,
} from '#protocol/interchange/archive.ts'

const read = (...bytes: number[]) => new Reader(Uint8Array.from(bytes))

describe('the archive of files between wallets', () => {
  test('writes the length before lists and texts', () => {
    const writer = new Writer()
    writeList(writer, [5, 6], (each) => writer.byte(each))
    writeText(writer, 'né')
    expect([...writer.bytes()]).toEqual([2, 5, 6, 3, 0x6e, 0xc3, 0xa9])
    const reader = new Reader(writer.bytes())
    expect(readList(reader, 1, 'list', () => reader.byte('item'))).toEqual([5, 6])
    expect(readText(reader, 'text')).toBe('né')
  })

  test('has flags of one byte, and the number of keys before the keys', () => {
    expect([readFlag(read(0), 'spent'), readFlag(read(1), 'spent')]).toEqual([false, true])
    expect(readKeys(read(1, ...new Uint8Array(32)), 'key')).toEqual([new Uint8Array(32)])
  })

  test('is rejected unless it ends with its last field', () => {
    const byte = (reader: Reader) => reader.byte('x')
    expect(readWhole(read(7), 'file', byte)).toBe(7)
    expect(readWhole(read(7, 8), 'file', byte)).toBeUndefined()
    expect(readWhole(read(), 'file', byte)).toBeUndefined()
  })

  test('error: a flag of 2, a wrong length, or more items than bytes', () => {
    expect(() => readFlag(read(2), 'spent')).toThrow(
      new ChainError('spent', 'expected 0 or 1, got 2'),
    )
    expect(() => expectLength(read(3), 2, 'pair')).toThrow('pair: expected 2 items, got 3')
    const hostile = read(0xff, 0xff, 0xff, 0xff, 0x0f)
    expect(() => readList(hostile, 32, 'keys', () => 0)).toThrow(ChainError)
  })

  test('error: a bug is thrown unchanged', () => {
    const bug = new TypeError('undefined')
    const fail = () => {
      throw bug
    }
    expect(() => readWhole(read(), 'file', fail)).toThrow(bug)
  })
})
