/**
 * The login of `digest-gate.ts` as middleware.
 *
 * @module
 */
import type { DigestGate } from './digest-gate.ts'
import type { MiddlewareHandler } from 'hono'
import { reply } from './replies.ts'

/** Refuses whoever does not know the login, and asks for it. */
export function requireLogin(gate: DigestGate): MiddlewareHandler {
  return async ({ req }, next) => {
    const challenges = gate.check(req.method, req.header('authorization'))
    if (!challenges) return next()
    // One alone: a web `Response` joins two into one header, which wallets cannot read.
    return reply(401, 'text/html', unauthorized, { 'www-authenticate': challenges[0]! })
  }
}

const unauthorized =
  '<html><head><title>Unauthorized Access</title></head>' +
  '<body><h1>401 Unauthorized</h1></body></html>'
