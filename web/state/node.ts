/**
 * Requests of the page itself to the node of its server. They contain no key and no amount.
 *
 * @module
 */
import { parseJson, stringifyJson } from '#protocol/json/json.ts'

/** Whether the node has a private chain (regtest), on which any user may mine. */
export const isPrivateChain = async (): Promise<boolean> => (await info()).nettype === 'fakechain'

/** Whether the chain is private and its pool has a payment that the next block can include. */
export async function hasPendingPayment(): Promise<boolean> {
  const { nettype, tx_pool_size } = await info()
  if (nettype !== 'fakechain' || Number(tx_pool_size) === 0) return false
  try {
    // Pool transactions that are valid at the present height.
    const { tx_backlog } = await call('get_miner_data', {})
    return Array.isArray(tx_backlog) && tx_backlog.length > 0
  } catch {
    return false
  }
}

async function info(): Promise<{ nettype?: unknown; tx_pool_size?: unknown }> {
  try {
    return { ...(parseJson(await (await fetch('/get_info')).text()) as object) }
  } catch {
    // An unreachable node counts as one without a private chain.
    return {}
  }
}

/** Mines `count` blocks that pay `address`. @throws when the node refuses. */
export async function mineBlocks(address: string, count: number): Promise<void> {
  try {
    await call('generateblocks', { amount_of_blocks: count, wallet_address: address })
  } catch (error) {
    if (!(error instanceof NodeError && error.code === methodNotFound)) throw error
    // A restricted node does not mine, but accepts mined blocks.
    for (let i = 0; i < count; i++) await mineBlock(address)
  }
}

/** Mines a block of difficulty 1: every nonce is valid. @throws for a higher difficulty. */
async function mineBlock(address: string): Promise<void> {
  const template = await call('get_block_template', { wallet_address: address, reserve_size: 0 })
  if (Number(template.difficulty) !== 1)
    throw new Error('difficulty: expected 1 on a private chain')
  await call('submit_block', [template.blocktemplate_blob])
}

class NodeError extends Error {
  override name = 'NodeError'
  readonly code: number

  constructor(code: number) {
    super('the node returned an error')
    this.code = code
  }
}

const methodNotFound = -32601

/** Makes a JSON-RPC call. @throws {NodeError} */
async function call(method: string, params: object): Promise<Record<string, unknown>> {
  const body = stringifyJson({ jsonrpc: '2.0', id: '0', method, params })
  const headers = { 'Content-Type': 'application/json' }
  const answer = await fetch('/json_rpc', { method: 'POST', headers, body })
  const { result, error } = parseJson(await answer.text()) as {
    result?: Record<string, unknown>
    error?: { code?: unknown }
  }
  if (!answer.ok || !result) throw new NodeError(Number(error?.code))
  return result
}
