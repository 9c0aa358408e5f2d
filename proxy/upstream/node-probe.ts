/**
 * Asks one node for its height and for settled blocks, with calls that wallet2 makes too.
 *
 * @module
 * @see monero src/wallet/node_rpc_proxy.cpp get_info, get_block_header_by_height
 */
import { AnswerError, DaemonError } from '#protocol/daemon/errors.ts'
import { get_block_header_by_height } from '#protocol/daemon/rpc/blocks.ts'
import { get_info } from '#protocol/daemon/rpc/chain.ts'
import { jsonCalls } from '#protocol/upstream.ts'
import { UpstreamUnavailable, type UpstreamNode } from './node.ts'
import type { ProbeProblem } from './node-state.ts'
import { postTo } from './post.ts'

/** Bytes. The answers have about two thousand. */
const longestAnswer = 64 * 1024

export type NodeInfo = { height: bigint; network: string }

/** A node to probe. Both functions reject with an error that {@link problemOf} knows. */
export type ProbedNode = {
  info: (signal: AbortSignal) => Promise<NodeInfo>
  /** The id of the block at a height. */
  idAt: (height: bigint, signal: AbortSignal) => Promise<string>
}

export function probedNode(node: UpstreamNode): ProbedNode {
  const callsOf = (signal: AbortSignal) =>
    jsonCalls(
      { rpc: { get_info, get_block_header_by_height }, json: {} },
      postTo(node, signal, { longestAnswer }),
    ).rpc
  return {
    async info(signal) {
      const { height, nettype } = await untilAborted(callsOf(signal).get_info({}), signal)
      if (height === 0n) throw new AnswerError('get_info', 'height: expected 1 or more, got 0')
      return { height, network: nettype }
    },
    async idAt(height, signal) {
      const answer = callsOf(signal).get_block_header_by_height({ height })
      const { block_header: header } = await untilAborted(answer, signal)
      if (header.height !== height || !/^[0-9a-f]{64}$/.test(header.hash))
        throw new AnswerError('get_block_header_by_height', 'expected the id of the block')
      return header.hash
    },
  }
}

/** Why a probe failed; undefined for a bug. */
export function problemOf(error: unknown): ProbeProblem | undefined {
  if (error instanceof UpstreamUnavailable) return error.reason
  if (error instanceof DaemonError) return 'refused'
  return error instanceof AnswerError ? 'invalid' : undefined
}

/** Also for a node that does not watch the signal. */
function untilAborted<T>(answer: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(new UpstreamUnavailable('timeout'))
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    void answer.then(resolve, reject).then(() => signal.removeEventListener('abort', abort))
  })
}
