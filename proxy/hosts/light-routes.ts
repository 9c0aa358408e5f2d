/**
 * The routes of the light node in the Worker: files come from the bucket and the cache of the data centre, the present
 * state from the object.
 *
 * @module
 */
import { Hono, type Context } from 'hono'
import { feedPath, indexName, partsOf } from '#protocol/feed/feed-index.ts'
import { eventsName, poolName } from '#protocol/feed/live.ts'
import { groupsFolder } from '#protocol/feed/member-group.ts'
import type { FeedFiles } from '../feed/feed-files.ts'
import { fileReply, indexReply, rangeFor } from '../feed/feed-routes.ts'
import { healthPath } from '../metrics/health.ts'
import { errorReply } from '../replies.ts'
import type { EdgeCache } from './edge-count-cache.ts'

/** Sets the alarm of the object. The Worker has no route to it: the cron trigger requests it. */
export const wakePath = '/wake'

export type LightRoutes = {
  files: FeedFiles
  /** Requests a path of the object. */
  object: (path: string) => Promise<Response>
  cache: EdgeCache
}

export function lightRoutes({ files, object, cache }: LightRoutes): Hono {
  const app = new Hono()
  const forward = async ({ req }: Context) => mutable(await object(req.path))
  const present = [eventsName, poolName, `${groupsFolder}/:group`].map((name) => feedPath + name)
  for (const path of [...present, healthPath]) app.get(path, forward)

  app.get(feedPath + indexName, async (c) => {
    const bytes = await files.read(indexName)
    // A feed without chunks has no file yet.
    return bytes ? indexReply(bytes) : forward(c)
  })

  app.get(`${feedPath}:folder/:file`, async (c) => {
    const { folder, file } = c.req.param()
    const name = `${folder}/${file}`
    if (!partsOf(name)) return errorReply(404, 'Not found')
    const range = rangeFor(folder, c.req.header('range'))
    if (range) {
      // The cache of the data centre keeps whole files only.
      const part = await files.open(name, range)
      return part ? fileReply(folder, part) : forward(c)
    }
    const { url } = c.req.raw
    // A client that received a damaged file asks for one that is not from a cache.
    const isFresh = c.req.header('cache-control')?.includes('no-cache') === true
    const cached = isFresh ? undefined : await cache.match(url).catch(() => undefined)
    if (cached) return mutable(cached)
    const found = await files.open(name)
    // The object makes a damaged file again.
    const answer = found ? fileReply(folder, found) : await forward(c)
    if (answer.status === 200)
      // Without room in the cache, the next request reads the bucket again.
      c.executionCtx.waitUntil(cache.put(url, answer.clone()).catch(() => undefined))
    return answer
  })
  return app
}

/** Answers of the platform have headers that cannot be changed. */
const mutable = (answer: Response) => new Response(answer.body, answer)
