/**
 * A node that asks for a login.
 *
 * @module
 */
import { DigestLogin } from '#protocol/digest-login.ts'
import type { Login } from '#protocol/digest.ts'
import { readBody } from '../read-body.ts'
import {
  UpstreamUnavailable,
  type UpstreamResponse,
  type UpstreamRequest,
  type UpstreamNode,
} from './node.ts'

/** A refusal is read to its end, so that its connection goes on: what it asks is asked of that alone. */
const longestRefusal = 64 * 1024

/**
 * The same node, asked with a login once it wants one, one request after the other. What it refuses
 * for want of that, it has not acted upon: it is asked again whatever the request does.
 *
 * @param node - Over one connection: monerod's challenges are of one each.
 * @param random - Cryptographic randomness, in fresh arrays of `length` bytes.
 * @see monero contrib/epee/include/net/http_server_handlers_map2.h, http_auth.h http_server_auth
 */
export function withLogin(
  node: UpstreamNode,
  login: Login,
  random: (length: number) => Uint8Array,
): UpstreamNode {
  const digest = new DigestLogin(login, random)
  let last: Promise<unknown> = Promise.resolve()

  const signed = (ask: UpstreamRequest) => {
    const authorization = digest.authorization(ask.path)
    return node.ask(authorization === undefined ? ask : { ...ask, authorization })
  }
  async function known(ask: UpstreamRequest): Promise<UpstreamResponse> {
    const answer = await signed(ask)
    if (answer.status !== 401 || !digest.challenged(answer.challenge ?? '')) return answer
    const isRead = await readBody(answer, longestRefusal).catch(() => undefined)
    return isRead ? signed(ask) : Promise.reject(new UpstreamUnavailable('invalid'))
  }
  return {
    ask(ask) {
      const next = last.then(() => known(ask))
      last = next.catch(() => {})
      return next
    },
    close: node.close,
  }
}
