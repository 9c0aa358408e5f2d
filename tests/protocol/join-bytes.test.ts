import { describe, expect, test } from 'vitest'
import { Writer } from '#protocol/chain/writer.ts'
import { packed } from '#protocol/daemon/packed.ts'
import { epeeFrom } from '#protocol/epee.ts'
import { joinBytes } from '#protocol/join-bytes.ts'

/** More than can be arguments of one call. */
const many = 200_000

describe('bytes', () => {
  test('are put one behind the other', () => {
    expect(joinBytes([])).toEqual(new Uint8Array())
    expect(joinBytes([Uint8Array.of(1, 2), new Uint8Array(), Uint8Array.of(3)])).toEqual(
      Uint8Array.of(1, 2, 3),
    )
  })

  test('may be of any number', () => {
    const parts = new Array<Uint8Array>(many).fill(Uint8Array.of(1, 2))
    expect(joinBytes(parts)).toHaveLength(2 * many)
    const writer = new Writer()
    for (const part of parts) writer.raw(part)
    expect(writer.bytes()).toHaveLength(2 * many)
    expect(epeeFrom({ ids: packed(2) }, { ids: parts }).length).toBeGreaterThan(2 * many)
  })
})
