import { describe, expect, test } from 'vitest'
import { prices, pricesPath } from '#protocol/daemon/prices.ts'
import { parseJson } from '#protocol/json/json.ts'
import { pricesReply } from '../../proxy/prices.ts'
import { fakeNode, fakeProxy } from '../support/daemons/fake-upstream-node.ts'

const source = 'https://prices.example/simple/price?ids=monero&vs_currencies=eur,usd'

/** A route whose source gives these answers in turn, at a time that the test sets. */
function routeWith(...answers: (Response | Error)[]) {
  const asked: string[] = []
  const clock = { ms: 1_700_000_000_000 }
  const ask = pricesReply(source, {
    send: async (url) => {
      asked.push(url)
      const answer = answers.shift()!
      if (answer instanceof Error) throw answer
      return answer
    },
    nowMs: () => clock.ms,
  })
  const read = async () => {
    const answer = await ask()
    if (answer.status !== 200) return answer.status
    return prices.parse(parseJson(await answer.text()), '')
  }
  return { asked, clock, read }
}

const json = (value: unknown, status = 200) => new Response(JSON.stringify(value), { status })

describe('the prices of the operator', () => {
  test.each([
    [{ monero: { eur: 150.25, usd: 163 } }],
    [{ EUR: '150.25', USD: '163' }],
    [{ updated: '2024-05-01', data: [{ name: 'XMR', quotes: { eur: 150.25, usd: 163 } }] }],
  ])('are found in %j', async (document) => {
    expect(await routeWith(json(document)).read()).toEqual({
      prices: [
        { currency: 'EUR', price: '150.25' },
        { currency: 'USD', price: '163' },
      ],
      time: 1_700_000_000n,
    })
  })

  test.each([
    { monero: { eur: 0, usd: -1, gbp: '1,5', chf: 'a lot', btc: 1e-7, jpy: 1e21, sek: null } },
    { monero: { euro: 150 } },
    [150],
    'EUR',
    null,
  ])('error: no price is found in %j', async (document) => {
    expect(await routeWith(json(document)).read()).toBe(502)
  })

  test('error: an answer that is nested too deeply, too long, not found or no JSON', async () => {
    const nested = `${'{"a":'.repeat(20)}{"eur":1}${'}'.repeat(20)}`
    expect(await routeWith(new Response(nested)).read()).toBe(502)
    expect(await routeWith(json({ eur: 1, note: 'x'.repeat(70_000) })).read()).toBe(502)
    expect(await routeWith(json({ eur: 1 }, 404)).read()).toBe(502)
    expect(await routeWith(new Response('<html>')).read()).toBe(502)
  })

  test('are requested once for all clients, and again after five minutes', async () => {
    const { asked, clock, read } = routeWith(json({ eur: 1 }), json({ eur: 2 }))
    await Promise.all([read(), read(), read()])
    clock.ms += 299_999
    await read()
    expect(asked).toEqual([source])
    clock.ms += 1
    expect(await read()).toEqual({
      prices: [{ currency: 'EUR', price: '2' }],
      time: 1_700_000_300n,
    })
    expect(asked).toHaveLength(2)
  })

  test('keep their time while the source is away, which is asked again after a minute', async () => {
    const { asked, clock, read } = routeWith(json({ eur: 1 }), new Error('away'), json({ eur: 2 }))
    await read()
    clock.ms += 300_000
    expect(await read()).toMatchObject({ time: 1_700_000_000n })
    clock.ms += 59_999
    await read()
    expect(asked).toHaveLength(2)
    clock.ms += 1
    expect(await read()).toMatchObject({ time: 1_700_000_360n })
  })

  test('error: without a source the path is unknown', async () => {
    expect((await fakeProxy(fakeNode()).request(pricesPath)).status).toBe(404)
  })
})
