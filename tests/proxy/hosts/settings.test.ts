import { describe, expect, test } from 'vitest'
import { UsageError } from '#protocol/settings.ts'
import { setupOf, type Settings } from '../../../proxy/hosts/settings.ts'
import { fakeNode } from '../../support/daemons/fake-upstream-node.ts'

const setup = (settings: Settings) => setupOf(settings, () => fakeNode())
const UPSTREAM = 'https://node.example'

describe('variables', () => {
  test('default to localhost and a restricted node', () => {
    expect(setup({ UPSTREAM })).toMatchObject({
      access: { ip: '127.0.0.1', hosts: [], origins: [] },
      others: new Map(),
      restricted: true,
    })
  })

  test('control access', () => {
    const given = setup({
      UPSTREAM,
      ALLOW_HOST: 'wallet.example, node.example',
      RPC_ACCESS_CONTROL_ORIGINS: 'https://shop.example',
      ALLOW_UPSTREAM: 'other.example',
      RESTRICTED_RPC: 'false',
      DNS_OVER_HTTPS: 'https://resolver.example/dns-query',
      PRICES: 'https://prices.example/xmr.json',
      COMPARE_FEED: 'https://second.example/, https://third.example',
    })
    expect(given).toMatchObject({
      access: {
        hosts: ['wallet.example', 'node.example'],
        origins: ['https://shop.example'],
      },
      restricted: false,
      resolver: 'https://resolver.example/dns-query',
      priceSource: 'https://prices.example/xmr.json',
      comparedFeeds: ['https://second.example', 'https://third.example'],
    })
    expect([...given.others.keys()]).toEqual(['http://other.example:18081'])
  })

  test.each<[Settings, boolean]>([
    [{}, false],
    [{ UPSTREAM }, false],
    [{ UPSTREAM, FILL_HASHES: 'true' }, true],
    [{ UPSTREAM: '10.0.0.2:18081,127.0.0.1:18081' }, true],
    [{ UPSTREAM: '10.0.0.2:18081', FILL_HASHES: 'false' }, false],
    [{ UPSTREAM: `10.0.0.2:18081,${UPSTREAM}` }, false],
  ])('decide whether hashes are filled in: %j', (settings, fillHashes) => {
    expect(setup(settings)).toMatchObject({ fillHashes })
  })

  test('say where a new feed begins', () => {
    expect(setup({ FEED_FROM_HEIGHT: '3000000' }).feedFromHeight).toBe(3_000_000)
    expect(setup({ FEED_FROM_HEIGHT: '' }).feedFromHeight).toBeUndefined()
  })

  test('name one or several nodes', async () => {
    const asked: string[] = []
    const { node, nodes } = setupOf({ UPSTREAM: 'a.example,https://b.example' }, (origin) => ({
      ...fakeNode(),
      close: async () => void asked.push(origin),
    }))
    expect(nodes).toHaveLength(2)
    await node!.close()
    expect(asked).toEqual(['http://a.example:18081', 'https://b.example:18081'])
  })

  test.each<Settings>([{}, { UPSTREAM: '' }, { UPSTREAM: ' , ' }])(
    'without a node select a private chain: %j',
    (settings) => {
      expect(setup(settings)).toMatchObject({ node: undefined, restricted: true })
    },
  )

  test.each<[Settings, string]>([
    [
      { UPSTREAM, DNS_OVER_HTTPS: 'http://resolver.example' },
      'DNS_OVER_HTTPS: expected the https URL of a resolver',
    ],
    [
      { UPSTREAM, PRICES: 'prices.example' },
      'PRICES: expected the https URL of a source of prices',
    ],
    [
      { UPSTREAM: 'http://user:word@node.example' },
      'UPSTREAM: expected the address of a node, such as http://HOST:PORT, without a login',
    ],
    [
      { UPSTREAM, ALLOW_UPSTREAM: 'a b' },
      'ALLOW_UPSTREAM: expected the address of a node, such as http://HOST:PORT, without a login',
    ],
    [{ UPSTREAM, RESTRICTED_RPC: 'no' }, 'RESTRICTED_RPC: expected true or false, got no'],
    [
      { UPSTREAM, FEED_FROM_HEIGHT: '2147483648' },
      'FEED_FROM_HEIGHT: expected a height from 0 to 2147483647, got 2147483648',
    ],
    [{ UPSTREAM, FILL_HASHES: 'yes' }, 'FILL_HASHES: expected true or false, got yes'],
  ])('error: %j', (settings, message) => {
    expect(() => setup(settings)).toThrow(new UsageError(message))
  })
})
