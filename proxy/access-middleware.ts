/**
 * The rules of `access-rules.ts` as middleware.
 *
 * @module
 */
import {
  hostRefusal,
  originRefusal,
  sharingHeaders,
  type Access,
  type RequestSource,
} from './access-rules.ts'
import type { MiddlewareHandler } from 'hono'
import { guards, errorReply } from './replies.ts'

/** Refuses a request that came here under a name that is not ours. Stands before everything else. */
export function requireKnownHost(access: Access): MiddlewareHandler {
  return async ({ req }, next) => {
    const why = hostRefusal(access, sourceOf(req.raw))
    return why === undefined ? next() : errorReply(403, why)
  }
}

/** Refuses calls of other pages, and tells the listed ones that they may read the answers. */
export function requireAllowedOrigin(access: Access): MiddlewareHandler {
  return async (c, next) => {
    const source = sourceOf(c.req.raw)
    const { method, origin } = source
    const why = originRefusal(access, source)
    if (why !== undefined) return errorReply(403, why)
    if (method === 'OPTIONS') c.res = new Response(null, { headers: guards })
    else await next()
    for (const [name, value] of sharingHeaders(access, origin, method))
      c.res.headers.set(name, value)
    return c.res
  }
}

function sourceOf({ headers, method, url }: Request): RequestSource {
  const header = (name: string) => headers.get(name) ?? undefined
  return {
    method,
    host: header('host') ?? new URL(url).host,
    origin: header('origin'),
    site: header('sec-fetch-site'),
    userAgent: header('user-agent'),
    contentType: header('content-type'),
  }
}
