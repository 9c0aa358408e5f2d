/**
 * Page and proxy on Cloudflare Workers (`wrangler.jsonc`), in front of a node or a chain of our own.
 *
 * @module
 */
import { UsageError } from '#protocol/settings.ts'
import type { Hono } from 'hono'
import { proxyApp } from '../app.ts'
import { pageFrom, type FindFile } from '../page.ts'
import { errorReply } from '../replies.ts'
import { upstreamBackend } from '../upstream/backend.ts'
import { fetchNode } from '../upstream/fetch.ts'
import { chainNode } from './chain-object.ts'
import { onlyObject, type DurableObjects } from './durable-objects.ts'
import { edgeCountCache, type EdgeCache } from './edge-count-cache.ts'
import { feedBucket, type Bucket } from './feed-bucket.ts'
import { lightRoutes, wakePath } from './light-routes.ts'
import { setupOf, type Settings } from './settings.ts'

/** The page's files, which the platform stores next to the Worker. */
type Assets = { fetch: (request: Request) => Promise<Response> }

/** `FEED`: absent without a light node. */
type Env = Settings & {
  PAGE: Assets
  CHAIN: DurableObjects
  LIGHT: DurableObjects
  FEED?: Bucket
}

/** What belongs to one request. `waitUntil`: the platform ends it after this task. */
type Execution = Parameters<Hono['fetch']>[2] & object

// `wrangler.jsonc` names these classes.
export { ChainObject } from './chain-object.ts'
export { LightObject } from './light-object.ts'

/** The cache of the data centre. */
declare const caches: { default: EdgeCache }

/** One app for all requests of this instance, because its variables do not change. */
let app: Hono | undefined

// The platform requires a default export.
export default {
  async fetch(request: Request, env: Env, execution: Execution): Promise<Response> {
    try {
      app ??= appOf(env)
    } catch (error) {
      if (!(error instanceof UsageError)) throw error
      console.error(error.message)
      return errorReply(500, error.message)
    }
    return app.fetch(request, {}, execution)
  },

  /** The cron trigger: the light node looks at its upstream, also while there are no clients. */
  async scheduled(_event: unknown, env: Env): Promise<void> {
    if (env.FEED) await lightObject(env)(wakePath)
  },
}

/** Requests a path of the light node. */
const lightObject = (env: Env) => (path: string) =>
  onlyObject(env.LIGHT, 'light')(`http://light${path}`, {})

function appOf(env: Env): Hono {
  const { node, fillHashes, ...setup } = setupOf(env, (origin) => fetchNode(origin))
  return proxyApp({
    ...setup,
    backend: upstreamBackend(node ?? chainNode(env.CHAIN), { fillHashes }),
    countCache: edgeCountCache(caches.default, env.UPSTREAM ?? ''),
    ...(env.FEED && {
      light: [
        lightRoutes({
          files: feedBucket(env.FEED),
          object: lightObject(env),
          cache: caches.default,
        }),
      ],
    }),
    page: pageFrom(filesOf(env.PAGE), setup.comparedFeeds),
    report: (error) => console.error('bug:', error),
  })
}

/** Finds files among the assets. The platform compresses answers itself. */
const filesOf =
  (assets: Assets): FindFile =>
  async (path) => {
    const found = await assets.fetch(new Request(`http://page/${path}`))
    if (found.ok) return { bytes: new Uint8Array(await found.arrayBuffer()) }
    // An unread body would block the connection.
    await found.body?.cancel()
    return undefined
  }
