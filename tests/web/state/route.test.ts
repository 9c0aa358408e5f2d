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

  test.each([
    ['#/overview?account=2', 'overview', '', 2],
    ['#/history/ff?account=0', 'history', 'ff', 0],
    ['#/history?account=x', 'overview', '', undefined],
    ['#/send/a?account=1?account=3', 'send', 'a?account=1', 3],
    ['#/send', 'send', '', undefined],
  ])('%s names %s, “%s” and account %s', (hash, place, detail, account) => {
    expect(routeOf(hash)).toMatchObject({ place, detail, account })
  })

  test.each([
    ['#/settings', '#/overview'],
    ['#/send/monero:address', '#/send/monero:address'],
  ])('%s is %s when a new wallet begins', (hash, expected) => {
    routeOf(hash).begin()
    expect(location.hash).toBe(expected)
  })

  test('keeps the account from view to view, in links too', () => {
    const route = routeOf('#/overview')
    expect(route.link('send')).toBe('#/send')
    route.choose(3)
    expect(location.hash).toBe('#/overview?account=3')
    expect(route.link('history', 'ff')).toBe('#/history/ff?account=3')
    route.go('receive')
    expect(location.hash).toBe('#/receive?account=3')
    route.choose(0)
    expect(location.hash).toBe('#/overview')
    expect(route.account).toBe(0)
  })

  test('loses a detail that a view takes, and keeps the account', () => {
    const route = routeOf('#/send/8abc?account=3')
    expect(route.takeDetail()).toBe('8abc')
    expect(location.hash).toBe('#/send?account=3')
    expect(route.takeDetail()).toBe('')
  })

  test('names no account after the wallet was locked', () => {
    const route = routeOf('#/history/ff?account=3')
    route.clearDetail()
    expect(location.hash).toBe('#/history')
    expect(route.account).toBeUndefined()
  })

  test('is not decoded if it is malformed', () => {
    expect(routeOf('#/history/%')).toMatchObject({ place: 'history', detail: '%' })
  })
})
