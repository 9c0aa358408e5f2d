/**
 * The rules of `access-rules.ts` as middleware.
 *
 * @module
 */
import type { MiddlewareHandler } from 'hono'
import {
  hostRefusal,
  isPublicTo,
  originRefusal,
  sharingHeaders,
  type Access,
  type RequestSource,
} from './access-rules.ts'
import { errorReply, guards } from './replies.ts'

/** The answers of an app to requests that stop here. */
export type AccessReplies = {
  refuse: (status: number, why: string) => Response
  /** To an `OPTIONS` request of a listed origin. */
  preflight: () => Response
}

const proxyReplies: AccessReplies = {
  refuse: errorReply,
  preflight: () => new Response(null, { headers: guards }),
}

/** Refuses a request under a host name that is not served. It comes before everything else. */
export function requireKnownHost(access: Access, { refuse } = proxyReplies): MiddlewareHandler {
  return async ({ req }, next) => {
    const why = hostRefusal(access, sourceOf(req.raw))
    return why === undefined ? next() : refuse(403, why)
  }
}

/**
 * Refuses calls of pages of other origins. Pages of listed origins may read the answers.
 *
 * @param isPublic - Selects paths that pages of all origins may read, except those of a server nearby.
 */
export function requireAllowedOrigin(
  access: Access,
  { refuse, preflight } = proxyReplies,
  isPublic: (path: string) => boolean = () => false,
): MiddlewareHandler {
  return async (c, next) => {
    const source = sourceOf(c.req.raw)
    const { method, origin } = source
    const isForAll = method === 'GET' && isPublic(c.req.path)
    const why = isForAll && isPublicTo(source) ? undefined : originRefusal(access, source)
    if (why !== undefined) return refuse(403, why)
    if (isForAll) {
      await next()
      // Also for the server's own page: a cache in between keeps one answer.
      c.res.headers.set('access-control-allow-origin', '*')
      return c.res
    }
    if (method === 'OPTIONS') c.res = preflight()
    else await next()
    const sharing = sharingHeaders(access, origin, method)
    for (const [name, value] of sharing) c.res.headers.set(name, value)
    if (sharing.length > 0) c.res.headers.set('vary', 'origin')
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
