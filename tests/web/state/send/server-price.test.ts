import { expect, test } from 'vitest'
import { loadPrice } from '../../../../web/state/send/server-price.ts'

const document = {
  prices: [
    { currency: 'EUR', price: '150.25' },
    { currency: 'JPY', price: 'many' },
  ],
  time: 1_714_521_600,
}

/** A server that gives this answer and lists the requests. */
function serverOf(answer: Response | Error) {
  const asked: unknown[] = []
  const request: typeof fetch = async (url) => {
    asked.push(url)
    if (answer instanceof Error) throw answer
    return answer.clone()
  }
  return { asked, request }
}

test('the price of a currency has the day and the time of the server', async () => {
  const { asked, request } = serverOf(Response.json(document))
  expect(await loadPrice('EUR', request)).toEqual({
    currency: 'EUR',
    value: '150.25',
    date: '2024-05-01',
    loadedMs: 1_714_521_600_000,
  })
  expect(asked).toEqual(['/prices/v1'])
})

test.each(['USD', 'JPY'])('error: no price in %s', async (currency) => {
  expect(await loadPrice(currency, serverOf(Response.json(document)).request)).toBe('missing')
})

test.each([
  new Response('', { status: 502 }),
  Response.json({ prices: 1 }),
  new Response('<html>'),
  new TypeError('failed'),
])('error: no answer that can be used', async (answer) => {
  expect(await loadPrice('EUR', serverOf(answer).request)).toBe('away')
})
