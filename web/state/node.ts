/**
 * The little that the page itself asks of the node it was served with. No key and no amount is in it.
 *
 * @module
 */
import { parseJson, stringifyJson } from '#protocol/json.ts'

/** Whether the node keeps a private chain (regtest), on which anybody may mine. */
export async function privateChain(): Promise<boolean> {
  try {
    const answer = parseJson(await (await fetch('/get_info')).text())
    return (answer as { nettype?: unknown }).nettype === 'fakechain'
  } catch {
    return false
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
