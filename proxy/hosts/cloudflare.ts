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
import { chainNode, type Chains } from './chain-object.ts'
import { edgeCountCache, type EdgeCache } from './edge-count-cache.ts'
import { setupOf, type Settings } from './settings.ts'

/** The page's files, which the platform stores next to the Worker. */
type Assets = { fetch: (request: Request) => Promise<Response> }

type Env = Settings & { PAGE: Assets; CHAIN: Chains }

// `wrangler.jsonc` names this class.
export { ChainObject } from './chain-object.ts'

/** The cache of the data centre. */
declare const caches: { default: EdgeCache }

/** One app for all requests of this instance, because its variables do not change. */
let app: Hono | undefined

// The platform requires a default export.
export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    try {
      app ??= appOf(env)
    } catch (error) {
      if (!(error instanceof UsageError)) throw error
      console.error(error.message)
      return errorReply(500, error.message)
    }
    return app.fetch(request)
  },
}

function appOf(env: Env): Hono {
  const { node, fillHashes, ...setup } = setupOf(env, (origin) => fetchNode(origin))
  return proxyApp({
    ...setup,
    backend: upstreamBackend(node ?? chainNode(env.CHAIN), { fillHashes }),
    countCache: edgeCountCache(caches.default, env.UPSTREAM ?? ''),
    page: pageFrom(filesOf(env.PAGE)),
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
