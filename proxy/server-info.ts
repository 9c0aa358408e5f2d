/**
 * What the server offers to pages.
 *
 * @module
 */
import { serverInfoPath, type ServerInfo } from '#protocol/daemon/server-info.ts'
import { stringifyJson } from '#protocol/json/json.ts'
import { Hono } from 'hono'
import { version } from '../package.json'
import { reply } from './replies.ts'

/** Names the nodes that pages may choose. The addresses of the server's own nodes stay unknown to pages. */
export function serverInfoRoute({
  others,
  nodeCount,
  prices,
  comparedFeeds,
  restricted,
}: {
  others: Iterable<string>
  nodeCount: number
  prices: boolean
  comparedFeeds: readonly string[]
  restricted: boolean
}): Hono {
  const info: ServerInfo = {
    version,
    nodes: [...others],
    compared: nodeCount > 1 ? nodeCount : 0,
    prices,
    compared_feeds: [...comparedFeeds],
    restricted,
  }
  const body = stringifyJson(info)
  const app = new Hono()
  app.get(serverInfoPath, () =>
    reply(200, 'application/json', body, { 'cache-control': 'no-cache' }),
  )
  return app
}
