/**
 * The little that the page itself asks of the node it was served with. No key and no amount is in it.
 *
 * @module
 */
import { parseJson, stringifyJson } from '#protocol/json.ts'

/** Whether the node keeps a private chain (regtest), on which anybody may mine. */
export const privateChain = async (): Promise<boolean> => (await info()).nettype === 'fakechain'

/** Whether it does, and a payment waits in its pool to be mined. */
export async function paymentWaits(): Promise<boolean> {
  const { nettype, tx_pool_size } = await info()
  return nettype === 'fakechain' && Number(tx_pool_size) > 0
}

async function info(): Promise<{ nettype?: unknown; tx_pool_size?: unknown }> {
  try {
    return { ...(parseJson(await (await fetch('/get_info')).text()) as object) }
  } catch {
    // Away: then it keeps nothing to mine on.
    return {}
  }
}

/** Mines `count` blocks that pay `address`. @throws when the node refuses. */
export async function mineBlocks(address: string, count: number): Promise<void> {
  const params = { amount_of_blocks: count, wallet_address: address }
  const body = stringifyJson({ jsonrpc: '2.0', id: '0', method: 'generateblocks', params })
  const headers = { 'Content-Type': 'application/json' }
  const answer = await fetch('/json_rpc', { method: 'POST', headers, body })
  const { error } = parseJson(await answer.text()) as { error?: unknown }
  if (!answer.ok || error !== undefined) throw new Error('refused')
}
