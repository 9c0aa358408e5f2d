/**
 * A node that requires a login by HTTP digest.
 *
 * @module
 */
import { DigestLogin } from '#protocol/network/digest-login.ts'
import type { Login } from '#protocol/network/digest.ts'
import { SerialQueue } from '#protocol/serial-queue.ts'
import { readBody } from '../read-body.ts'
import {
  UpstreamUnavailable,
  type UpstreamResponse,
  type UpstreamRequest,
  type UpstreamNode,
} from './node.ts'

/** A refusal is read to its end, so that the connection stays open: its challenge is valid only there. */
const longestRefusal = 64 * 1024

/**
 * The same node, with a login as soon as it requires one. Requests run one at a time.
 *
 * The node has not acted on a request that it refused with 401, so the request is sent again even if it
 * has an effect.
 *
 * @param node - Over one connection, because a challenge of monerod is valid for one connection.
 * @param random - Cryptographic randomness, in fresh arrays of `length` bytes.
 * @see monero contrib/epee/include/net/http_server_handlers_map2.h, http_auth.h http_server_auth
 */
export function withLogin(
  node: UpstreamNode,
  login: Login,
  random: (length: number) => Uint8Array,
): UpstreamNode {
  const digest = new DigestLogin(login, random)
  const queue = new SerialQueue()

  const sendSigned = (request: UpstreamRequest) => {
    const authorization = digest.authorization(request.path)
    return node.ask(authorization === undefined ? request : { ...request, authorization })
  }
  async function sendWithLogin(request: UpstreamRequest): Promise<UpstreamResponse> {
    const answer = await sendSigned(request)
    if (answer.status !== 401 || !digest.challenged(answer.challenge ?? '')) return answer
    const refusal = await readBody(answer, longestRefusal).catch(() => undefined)
    return refusal ? sendSigned(request) : Promise.reject(new UpstreamUnavailable('invalid'))
  }
  return {
    ask: (request) => queue.take(() => sendWithLogin(request)),
    close: node.close,
  }
}
