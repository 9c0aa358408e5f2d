/**
 * The feed over HTTP: its files, its events, and the transaction pool.
 *
 * @module
 */
import { Hono } from 'hono'
import { feedPath, indexName } from '#protocol/feed/feed-index.ts'
import { eventsName, poolName, type PoolDocument } from '#protocol/feed/live.ts'
import { stringifyJson } from '#protocol/json/json.ts'
import { errorReply, reply } from '../replies.ts'
import type { EventHub } from './event-hub.ts'
import type { OpenFile } from './feed-files.ts'
import type { ServedFiles } from './served-files.ts'

export type FeedRoutes = {
  files: ServedFiles
  events: EventHub
  pool: () => PoolDocument
}

/** How long caches may keep the index and the pool, in seconds. */
const shortTime = 5

const forEver = 'public, max-age=31536000, immutable'

/** The answer with `index.json`. */
export const indexReply = (text: string | Uint8Array<ArrayBuffer>): Response =>
  reply(200, 'application/json', text, { 'cache-control': `public, max-age=${shortTime}` })

/** The answer with a file. @param folder - That of its name. */
export const fileReply = (folder: string, { bytes, body }: OpenFile): Response =>
  reply(200, folder === 'lists' ? 'application/json' : 'application/octet-stream', body, {
    'cache-control': forEver,
    'content-length': String(bytes),
  })

export function feedRoutes({ files, events, pool }: FeedRoutes): Hono {
  const app = new Hono()
  app.get(feedPath + indexName, () => indexReply(files.feed.indexText))
  app.get(feedPath + eventsName, () => events.answer())
  app.get(feedPath + poolName, () =>
    reply(200, 'application/json', stringifyJson(pool()), { 'cache-control': 'no-cache' }),
  )
  app.get(`${feedPath}:folder/:file`, async (c) => {
    const { folder, file } = c.req.param()
    const found = await files.open(`${folder}/${file}`)
    return found ? fileReply(folder, found) : errorReply(404, 'Not found')
  })
  return app
}
