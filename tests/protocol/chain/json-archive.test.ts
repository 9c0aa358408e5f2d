import { describe, expect, test } from 'vitest'
import { archiveJson } from '#protocol/chain/json-archive.ts'

describe('archiveJson', () => {
  test('writes bytes as hex, and breaks a line before each member', () => {
    const value = { object: [['id', Uint8Array.of(0, 0xab)] as const, ['height', 5n] as const] }
    expect(archiveJson(value)).toBe('{\n  "id": "00ab", \n  "height": 5\n}')
  })

  test('breaks the line before the end of a non-empty list, but not of a run', () => {
    expect(archiveJson({ list: [1, 2] })).toBe('[ 1, 2\n]')
    expect(archiveJson({ list: [] })).toBe('[ ]')
    expect(archiveJson({ run: [1, 2] })).toBe('[ 1, 2]')
  })

  // The reference keeps one length, not one per list: that of the last list that began.
  test('breaks lines by the length of the list that began last, as the reference does', () => {
    expect(archiveJson({ list: [1, { run: [2] }] })).toBe('[ 1, [ 2]]')
    expect(archiveJson({ run: [{ list: [2] }] })).toBe('[ [ 2\n  ]\n]')
  })
})
