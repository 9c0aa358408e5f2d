import { expect, test, vi } from 'vitest'
import { mapInSlices } from '../../../web/format/map-in-slices.ts'

test('a long list is mapped in order, with a pause every few milliseconds', async () => {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const pauses: number[] = []
  const items = Array.from({ length: 20 }, (_, index) => index)
  const square = (item: number, index: number) => {
    now += 2
    return item * index
  }
  const made = await mapInSlices(items, square, async () => void pauses.push(now))
  vi.restoreAllMocks()
  expect(made).toEqual(items.map((item) => item * item))
  expect(pauses).toEqual([10, 20, 30])
})

test('a short one is mapped without a pause', async () => {
  const pause = () => Promise.reject(new Error('paused'))
  expect(await mapInSlices([], String, pause)).toEqual([])
})
