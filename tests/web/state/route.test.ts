import { describe, expect, test } from 'vitest'

const location = { hash: '' }
const history = { replaceState: (_: null, __: '', hash: string) => (location.hash = hash) }
Object.assign(globalThis, { location, history, addEventListener: () => undefined })
const { Route } = await import('../../../web/state/route.svelte.ts')

function routeOf(hash: string) {
  location.hash = hash
  return new Route()
}

describe('the fragment of the address bar', () => {
  test.each([
    ['', 'overview', ''],
    ['#/history/ff', 'history', 'ff'],
    ['#/console/wallet/get_balance', 'console', 'wallet/get_balance'],
    ['#/console/a%2Fb', 'console', 'a/b'],
    ['#/nowhere', 'overview', ''],
  ])('%s is %s with “%s”', (hash, place, detail) => {
    expect(routeOf(hash)).toMatchObject({ place, detail })
  })

  test('has no detail after clearDetail', () => {
    const route = routeOf('#/history/ff')
    route.clearDetail()
    expect(location.hash).toBe('#/history')
    expect(route).toMatchObject({ place: 'history', detail: '' })
  })

  test('has another detail after replaceDetail', () => {
    const route = routeOf('#/history')
    route.replaceDetail('direction=in')
    expect(location.hash).toBe('#/history/direction=in')
    expect(route).toMatchObject({ place: 'history', detail: 'direction=in' })
  })

  test('keeps no key of a link after replaceDetail', () => {
    const route = routeOf('#/proofs/check/key/secret')
    route.replaceDetail('check')
    expect(location.hash).toBe('#/proofs/check')
    expect(route).toMatchObject({ place: 'proofs', detail: 'check' })
  })

  test('is not decoded if it is malformed', () => {
    expect(routeOf('#/history/%')).toMatchObject({ place: 'history', detail: '%' })
  })
})
