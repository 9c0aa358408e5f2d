/**
 * The login of `digest-gate.ts` as middleware.
 *
 * @module
 */
import type { Context, MiddlewareHandler } from 'hono'
import type { DigestGate } from './digest-gate.ts'
import { reply } from './replies.ts'

/** The answer of an app to a request without a valid login. */
export type Unauthorized = (challenges: readonly string[], context: Context) => Response

/** Refuses requests without a valid login. The answer contains a challenge. */
export function requireLogin(
  gate: DigestGate,
  unauthorized: Unauthorized = oneChallenge,
): MiddlewareHandler {
  return async (c, next) => {
    const challenges = gate.check(c.req.method, c.req.header('authorization'))
    return challenges ? unauthorized(challenges, c) : next()
  }
}

// A web `Response` joins two challenges into one header, which wallets cannot read.
const oneChallenge: Unauthorized = ([challenge]) =>
  reply(401, 'text/html', unauthorizedPage, { 'www-authenticate': challenge! })

/** The body of every 401. */
export const unauthorizedPage =
  '<html><head><title>Unauthorized Access</title></head>' +
  '<body><h1>401 Unauthorized</h1></body></html>'
