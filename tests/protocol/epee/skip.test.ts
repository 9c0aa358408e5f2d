import { describe, expect, test } from 'vitest'
import { EpeeError } from '#protocol/epee/reader.ts'
import { EpeeSkip, NeedMoreData } from '#protocol/epee/skip.ts'
import { bool, bytes, i8, list, object, text, u16, u32, u64 } from '#protocol/fields.ts'
import { epeeFrom } from '#protocol/epee/epee.ts'

const fields = {
  amounts: list(u64),
  blob: bytes,
  flag: bool,
  inner: object({ rows: list(u16), small: i8 }),
  name: text,
  outs: list(object({ index: u32 })),
}
const storage = epeeFrom(fields, {
  amounts: [1n, 2n, 3n],
  blob: new Uint8Array(300),
  flag: true,
  inner: { rows: [1, 2], small: -1 },
  name: 'é',
  outs: [{ index: 1 }, { index: 2 }],
})
/** Behind the header: an object. */
const body = storage.subarray(9)

describe('EpeeSkip', () => {
  test('skips each entry of an object, and counts the items of its lists', () => {
    const skip = new EpeeSkip(body, 0)
    const entries: [string, number][] = []
    for (let left = skip.size(); left > 0; left--) entries.push([skip.name(), skip.entry()])
    expect(entries).toEqual([
      ['amounts', 3],
      ['blob', 0],
      ['flag', 0],
      ['inner', 0],
      ['name', 0],
      ['outs', 2],
    ])
    expect(skip.at).toBe(body.length)
  })

  test('skips a whole object, and counts the items of a named list', () => {
    for (const [name, items] of [
      ['outs', 2],
      ['amounts', 3],
      ['nothing', 0],
    ] as const) {
      const skip = new EpeeSkip(body, 0)
      expect(skip.object(name)).toBe(items)
      expect(skip.at).toBe(body.length)
    }
  })

  test('error: truncated at any byte', () => {
    for (let length = 0; length < body.length; length++)
      expect(() => new EpeeSkip(body.subarray(0, length), 0).object('')).toThrow(NeedMoreData)
  })

  test('error: an unknown type, objects nested too deep', () => {
    expect(() => new EpeeSkip(Uint8Array.of(14, 0), 0).entry()).toThrow(EpeeError)
    const nested = Uint8Array.from({ length: 200 }, (_, at) => [4, 1, 97, 12][at % 4]!)
    expect(() => new EpeeSkip(nested, 0).object('')).toThrow('nested too deep')
  })
})
