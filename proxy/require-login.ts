/**
 * The login of `digest-gate.ts` as middleware.
 *
 * @module
 */
import type { Context, MiddlewareHandler } from 'hono'
import { clientAddress } from './client-address.ts'
import type { DigestGate, Refusal } from './digest-gate.ts'
import { reply } from './replies.ts'

/** The answer of an app to a request without a valid login. */
export type Unauthorized = (challenges: readonly string[], context: Context) => Response

/**
 * Refuses requests without a valid login. The answer contains a challenge. Attempts of a client that has
 * sent wrong logins are slowed down.
 */
export function requireLogin(
  gate: DigestGate,
  unauthorized: Unauthorized = oneChallenge,
): MiddlewareHandler {
  return async (c, next) => {
    const refusal = await refusalOf(gate, c)
    if (refusal === tooMany) return tooManyAttempts()
    return refusal ? unauthorized(refusal.challenges, c) : next()
  }
}

/** Too many attempts of the client wait. */
const tooMany = 'too many'

async function refusalOf(
  gate: DigestGate,
  c: Context,
): Promise<Refusal | typeof tooMany | undefined> {
  const authorization = c.req.header('authorization')
  const check = () => gate.check(c.req.method, authorization)
  // Without a login, or with a nonce that only the client of a right login knows.
  if (authorization === undefined || gate.isSession(authorization)) return check()
  let refusal: Refusal | undefined
  const isRight = await gate.attempts.attempt(clientAddress(c), () => {
    refusal = check()
    return refusal === undefined || refusal.isStale
  })
  return isRight === undefined ? tooMany : refusal
}

const tooManyAttempts = () =>
  reply(
    429,
    'text/plain',
    'Too many wrong logins from this address: expected the right login, try again in 10 seconds\n',
    { 'retry-after': '10' },
  )

// A web `Response` joins two challenges into one header, which wallets cannot read.
const oneChallenge: Unauthorized = ([challenge]) =>
  reply(401, 'text/html', unauthorizedPage, { 'www-authenticate': challenge! })

/** The body of every 401. */
export const unauthorizedPage =
  '<html><head><title>Unauthorized Access</title></head>' +
  '<body><h1>401 Unauthorized</h1></body></html>'
