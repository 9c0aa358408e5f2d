import { expect, test } from 'vitest'
import { serverInfo, serverInfoPath } from '#protocol/daemon/server-info.ts'
import { parseJson } from '#protocol/json/json.ts'
import { version } from '../../package.json'
import { fakeNode, fakeProxy } from '../support/daemons/fake-upstream-node.ts'

const infoOf = async (options: Parameters<typeof fakeProxy>[1]) => {
  const answer = await fakeProxy(fakeNode(), options).request(serverInfoPath)
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-cache'])
  return serverInfo.parse(parseJson(await answer.text()), '')
}

test('names the nodes that pages may choose, and no address of the own ones', async () => {
  const others = new Map([
    ['http://one.example:18081', fakeNode()],
    ['https://two.example', fakeNode()],
  ])
  expect(await infoOf({ others, nodes: [fakeNode(), fakeNode()] })).toEqual({
    version,
    nodes: ['http://one.example:18081', 'https://two.example'],
    compared: 2,
    prices: false,
    compared_feeds: [],
    restricted: false,
  })
})

test('says whether there are prices', async () => {
  expect(await infoOf({ priceSource: 'https://prices.example/' })).toMatchObject({ prices: true })
})

test('names second servers for the scan feed', async () => {
  const comparedFeeds = ['https://second.example/feed']
  expect(await infoOf({ comparedFeeds })).toMatchObject({ compared_feeds: comparedFeeds })
})

test('one node is not compared', async () => {
  expect(await infoOf({ nodes: [fakeNode()] })).toEqual({
    version,
    nodes: [],
    compared: 0,
    prices: false,
    compared_feeds: [],
    restricted: false,
  })
})
