/**
 * The answers that a sample of a node needs. The ids of its blocks are their heights.
 *
 * @module
 */

export const heightId = (height: bigint | number): string => `${height}`.padStart(64, '0')

const paid = { status: 'OK', untrusted: false, credits: 0, top_hash: '' }

/** Answers a JSON-RPC request, as text. @param height - Blocks of the node. */
export function sampledAnswer(height: number, request: string): string {
  const { method, params } = JSON.parse(request) as { method: string; params: number[] }
  const results: Record<string, unknown> = {
    get_info: {
      ...paid,
      height,
      target_height: 0,
      difficulty: 1,
      cumulative_difficulty: height,
      target: 120,
      tx_count: 0,
      tx_pool_size: 0,
      top_block_hash: heightId(height - 1),
    },
    on_get_block_hash: heightId(params[0] ?? 0),
    on_getblockhash: heightId(params[0] ?? 0),
    get_fee_estimate: { ...paid, fee: 20, fees: [20, 80], quantization_mask: 1 },
  }
  return JSON.stringify({ id: '0', jsonrpc: '2.0', result: results[method] })
}
