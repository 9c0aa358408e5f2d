/**
 * Work of the proxy and of our own node: calls of wallets and explorers, mining, reorganisations, refused requests.
 *
 * @module
 */
import { CallError, type DaemonClient } from '../support/network/http-client.ts'
import { minerAddress } from '../support/programs/monerod.ts'
import type { Work } from './work.ts'

/** Calls that any client makes. */
export const proxyWork = (proxy: DaemonClient, below: (bound: number) => number): Work => ({
  name: 'proxy',
  pauseMs: 250,
  round: () => visit(proxy, below),
})

/** The same, and what the owner of a private chain does. */
export const nodeWork = (node: DaemonClient, below: (bound: number) => number): Work => ({
  name: 'node',
  pauseMs: 1_000,
  async round(index) {
    await visit(node, below)
    if (index % 5 !== 0) return
    if (index % 60 === 30) await node.get('/pop_blocks', { nblocks: 2 })
    await node.call('generateblocks', {
      amount_of_blocks: index % 60 === 30 ? 3 : 1,
      wallet_address: minerAddress,
    })
  },
})

async function visit(daemon: DaemonClient, below: (bound: number) => number) {
  const { height } = await daemon.call('get_info')
  const chosen = below(Number(height) - 3)
  const { block_header } = await daemon.call('get_block_header_by_height', { height: chosen })
  await daemon.call('get_block', { hash: block_header.hash })
  await daemon.get('/get_transaction_pool')
  await daemon.call('get_fee_estimate').catch(duringReorganisation)
  for (const [path, body] of refused) await daemon.post(path, body)
  if (below(4) === 0) await leave(`${daemon.url}/get_transaction_pool`)
}

/**
 * monerod reads weights of blocks for its estimate without a lock. If they leave the chain meanwhile, it answers an error
 * without text. monero src/cryptonote_core/blockchain.cpp get_dynamic_base_fee_estimate_2021_scaling
 */
function duringReorganisation(error: unknown) {
  if (!(error instanceof CallError) || error.message !== 'get_fee_estimate: ') throw error
}

const refused: readonly [path: string, body: string][] = [
  ['/no_such_call', ''],
  ['/json_rpc', '{"jsonrpc":'],
  ['/get_blocks.bin', 'not an epee object'],
]

/** A client that goes away before its answer. */
const leave = (url: string): Promise<unknown> =>
  fetch(url, { method: 'POST', body: '{}', signal: AbortSignal.timeout(2) }).catch(() => undefined)
