import { beforeEach, expect, test, vi } from 'vitest'
import { rateSetting } from '../../../../web/state/send/rate.svelte.ts'

const loadedMs = 1_714_521_600_000

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
  const document = { prices: [{ currency: 'EUR', price: '150.25' }], time: loadedMs / 1000 }
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => Response.json(document)),
  )
  rateSetting.remove()
})

test('a loaded price is loaded again after ten minutes', async () => {
  expect(await rateSetting.load('EUR')).toBeUndefined()
  expect(rateSetting.current).toMatchObject({ value: '150.25', loadedMs })
  await rateSetting.renew(loadedMs + 599_999)
  expect(fetch).toHaveBeenCalledTimes(1)
  await rateSetting.renew(loadedMs + 600_000)
  expect(fetch).toHaveBeenCalledTimes(2)
})

test('a typed price stays, and no server is asked', async () => {
  const typed = { currency: 'EUR', value: '160', date: '2024-05-01' }
  rateSetting.set(typed)
  await rateSetting.renew(loadedMs + 1e9)
  expect(rateSetting.current).toEqual(typed)
  expect(fetch).not.toHaveBeenCalled()
})

test('error: a price that cannot be loaded leaves the last one', async () => {
  await rateSetting.load('EUR')
  expect(await rateSetting.load('USD')).toBe('missing')
  expect(rateSetting.current).toMatchObject({ currency: 'EUR', value: '150.25' })
})
