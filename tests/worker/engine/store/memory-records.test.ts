import { expect, test } from 'vitest'
import { memoryRecords } from '../../../../worker/engine/store/memory-records.ts'

test('records are put and deleted in one write, and read as they are at that time', async () => {
  const records = memoryRecords()
  const [one, two] = [Uint8Array.of(1), Uint8Array.of(2)]
  await records.write(new Map(Object.entries({ a: one, b: one })), [])
  const before = await records.readAll()
  await records.write(new Map(Object.entries({ b: two, c: two })), ['a', 'x'])
  expect(await records.readAll()).toEqual(new Map(Object.entries({ b: two, c: two })))
  expect(before).toEqual(new Map(Object.entries({ a: one, b: one })))
})
