/**
 * The rules of `protocol/access.ts` as middleware.
 *
 * @module
 */
import { hostRefusal, originRefusal, sharingHeaders, type Access } from '#protocol/access.ts'
import type { MiddlewareHandler } from 'hono'
import { guards, refusal } from './replies.ts'

/** Refuses a request that came here under a name that is not ours. Stands before everything else. */
export function servedHosts(access: Access): MiddlewareHandler {
  return async ({ req }, next) => {
    const why = hostRefusal(access, hostOf(req.raw))
    return why === undefined ? next() : refusal(403, why)
  }
}

/** Refuses calls of other pages, and tells the listed ones that they may read the answers. */
export function listedOrigins(access: Access): MiddlewareHandler {
  return async (c, next) => {
    const { method } = c.req
    const origin = c.req.header('origin')
    const site = c.req.header('sec-fetch-site')
    const userAgent = c.req.header('user-agent')
    const why = originRefusal(access, { host: hostOf(c.req.raw), origin, site, userAgent })
    if (why !== undefined) return refusal(403, why)
    if (method === 'OPTIONS') c.res = new Response(null, { headers: guards })
    else await next()
    for (const [name, value] of sharingHeaders(access, origin, method))
      c.res.headers.set(name, value)
    return c.res
  }
}

const hostOf = (request: Request) => request.headers.get('host') ?? new URL(request.url).host
