/**
 * The little that the page itself asks of the node it was served with. No key and no amount is in it.
 *
 * @module
 */
import { parseJson, stringifyJson } from '#protocol/json.ts'

/** Whether the node keeps a private chain (regtest), on which anybody may mine. */
export const privateChain = async (): Promise<boolean> => (await info()).nettype === 'fakechain'

/** Whether it does, and a payment waits in its pool that the next block would take. */
export async function paymentWaits(): Promise<boolean> {
  const { nettype, tx_pool_size } = await info()
  if (nettype !== 'fakechain' || Number(tx_pool_size) === 0) return false
  try {
    // Of what the pool has, those that are in order as the chain is now.
    const { tx_backlog } = await ask('get_miner_data', {})
    return Array.isArray(tx_backlog) && tx_backlog.length > 0
  } catch {
    return false
  }
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
  try {
    await ask('generateblocks', { amount_of_blocks: count, wallet_address: address })
  } catch (error) {
    if (!(error instanceof Refused && error.code === noSuchMethod)) throw error
    // A node for the public mines for nobody, and takes what anybody has mined.
    for (let i = 0; i < count; i++) await mineBlock(address)
  }
}

/** A block of difficulty 1, whose every nonce will do. @throws when more is asked. */
async function mineBlock(address: string): Promise<void> {
  const made = await ask('get_block_template', { wallet_address: address, reserve_size: 0 })
  if (Number(made.difficulty) !== 1) throw new Error('this chain asks for work')
  await ask('submit_block', [made.blocktemplate_blob])
}

class Refused extends Error {
  override name = 'Refused'
  readonly code: number

  constructor(code: number) {
    super('refused')
    this.code = code
  }
}

const noSuchMethod = -32601

/** A JSON-RPC call's result. @throws {Refused} */
async function ask(method: string, params: object): Promise<Record<string, unknown>> {
  const body = stringifyJson({ jsonrpc: '2.0', id: '0', method, params })
  const headers = { 'Content-Type': 'application/json' }
  const answer = await fetch('/json_rpc', { method: 'POST', headers, body })
  const { result, error } = parseJson(await answer.text()) as {
    result?: Record<string, unknown>
    error?: { code?: unknown }
  }
  if (!answer.ok || !result) throw new Refused(Number(error?.code))
  return result
}
