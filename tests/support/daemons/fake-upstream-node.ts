/**
 * A node with scripted responses, which records its requests.
 *
 * @module
 */
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { decodeText, parseJson } from '#protocol/json/json.ts'
import { wallet2JsonBytes } from '#protocol/json/wallet2-json.ts'
import { proxyApp, type ProxyOptions } from '../../../proxy/app.ts'
import { upstreamBackend } from '../../../proxy/upstream/backend.ts'
import type {
  UpstreamResponse,
  UpstreamRequest,
  UpstreamNode,
} from '../../../proxy/upstream/node.ts'

type Reply = string | Uint8Array | UpstreamResponse

export type FakeNode = UpstreamNode & {
  asked: UpstreamRequest[]
  /** The bodies it was asked, as text. */
  bodies: () => string[]
}

/** Throw an UpstreamUnavailable in `reply` to be away. */
export function fakeNode(
  reply: (ask: UpstreamRequest) => Reply | Promise<Reply> = () => '{}',
): FakeNode {
  const asked: UpstreamRequest[] = []
  return {
    asked,
    bodies: () => asked.map(({ body }) => decodeText(body)),
    async ask(ask) {
      asked.push(ask)
      return answerOf(await reply(ask))
    },
    close: async () => {},
  }
}

function answerOf(reply: Reply): UpstreamResponse {
  if (typeof reply !== 'string' && !(reply instanceof Uint8Array)) return reply
  const bytes = typeof reply === 'string' ? utf8ToBytes(reply) : reply
  return {
    status: 200,
    length: String(bytes.length),
    body: new Blob([bytes as Uint8Array<ArrayBuffer>]).stream(),
  }
}

/** A JSON text in the layout in which it reaches a node. */
export const asForwarded = (json: string): string => decodeText(wallet2JsonBytes(parseJson(json)))

/** A proxy in front of `node` that serves `localhost` to itself; bugs fail the test. */
export const fakeProxy = (node: UpstreamNode, options: Partial<ProxyOptions> = {}) =>
  proxyApp({
    backend: upstreamBackend(node),
    access: { ip: '127.0.0.1', hosts: [], origins: [] },
    restricted: false,
    report: (error) => {
      throw error
    },
    ...options,
  })
