/**
 * Samples of the nodes behind the proxy, for wallets that compare them with their own chain.
 *
 * They are taken on request: however many clients ask, at most once every ten seconds.
 *
 * @module
 */
import { ConnectionError } from '#protocol/daemon/errors.ts'
import { NodeSampler } from '#protocol/daemon/node-samples.ts'
import { stringifyJson } from '#protocol/json/json.ts'
import { rpcCalls, type Post } from '#protocol/upstream.ts'
import { readBody } from './read-body.ts'
import { reply } from './replies.ts'
import { UpstreamUnavailable, type UpstreamNode } from './upstream/node.ts'

/** A payment may wait for the answers. */
const answerMs = 10_000

/** An answer to one of the calls is smaller. */
const longestAnswer = 64 * 1024

/**
 * Answers with the samples of all nodes; with none where there is only one, because it would be compared with itself.
 * Names do not show the addresses of the nodes.
 */
export function nodeSamplesReply(nodes: readonly UpstreamNode[]): () => Promise<Response> {
  const compared = nodes.length > 1 ? nodes : []
  const sampler = new NodeSampler(
    compared.map((node, index) => ({
      name: `${index + 1} of the proxy`,
      calls: rpcCalls(postTo(node)),
    })),
    () => performance.now(),
  )
  return async () =>
    reply(200, 'application/json', stringifyJson({ nodes: await sampler.samples() }), {
      'cache-control': 'public, max-age=5',
    })
}

const postTo =
  (node: UpstreamNode): Post =>
  async (path, body, contentType, once) => {
    try {
      const answer = await node.ask({
        path,
        body: body as Uint8Array<ArrayBuffer>,
        contentType,
        once,
        signal: AbortSignal.timeout(answerMs),
      })
      const bytes = await readBody(answer, longestAnswer)
      if (!bytes || answer.status !== 200) throw new UpstreamUnavailable('invalid')
      return bytes
    } catch (error) {
      // A body that ends early rejects with an error of the platform.
      throw new ConnectionError(error instanceof UpstreamUnavailable ? error.message : 'lost')
    }
  }
