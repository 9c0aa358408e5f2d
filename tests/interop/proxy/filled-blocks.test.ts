/**
 * The proxy before a real monerod: pruned blocks have the hashes of what is pruned, and are else monerod's.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import { parseBlock } from '#protocol/chain/block.ts'
import { transactionId } from '#protocol/chain/hashes.ts'
import { parseTransaction } from '#protocol/chain/transaction.ts'
import { bin } from '#protocol/daemon/calls.ts'
import { epeeFrom, epeeTo } from '#protocol/epee/epee.ts'
import { hexToBytes } from '@noble/hashes/utils.js'
import { post } from '../../support/network/http-client.ts'
import { startTamperingProxy } from '../../support/network/tampering-proxy.ts'
import { withoutPrunableHashes } from '../../support/node-comparison/prunable-hashes.ts'
import { minerAddress, startMinerWallet, type Monerod } from '../../support/programs/monerod.ts'
import { startProxiedNode, startProxy, type Proxy } from '../../support/programs/proxy.ts'
import { restoreOurs } from '../../support/wallet-comparison/restore-both.ts'

const { params, result } = bin.get_blocks
/** Blocks with a payment. */
const payments = 3

let node: Monerod
let proxy: Proxy
let genesis: Uint8Array

beforeAll(async () => {
  ;({ node, proxy } = await startProxiedNode(80))
  const payer = await startMinerWallet(node.address)
  for (let i = 0; i < payments; i++) {
    await payer.call('refresh')
    await payer.call('transfer', { destinations: [{ address: minerAddress, amount: 10n ** 12n }] })
    await node.mine(1)
  }
  const { block_header } = await node.call('get_block_header_by_height', { height: 0 })
  genesis = hexToBytes(block_header.hash)
})

const ask = async ({ url }: { url: string }, given: object) => {
  const body = epeeFrom(params, { block_ids: [genesis], ...given })
  return (await post(`${url}/getblocks.bin`, body)).bytes
}

const unfilled = (answer: Uint8Array) => ({ ...withoutPrunableHashes(answer), daemon_time: 0n })

describe('pruned blocks of the proxy', () => {
  test('are those of monerod, as many bytes, with hashes', async () => {
    const [theirs, ours] = [await ask(node, { prune: true }), await ask(proxy, { prune: true })]
    expect(ours).toHaveLength(theirs.length)
    expect(ours).not.toEqual(theirs)
    expect(unfilled(ours)).toEqual(unfilled(theirs))
  })

  test('hold transactions that hash to the ids in their block', async () => {
    const { blocks } = epeeTo(result, await ask(proxy, { prune: true }))
    const ids = blocks.map(({ txs }) =>
      txs.map(({ blob, prunable_hash }) =>
        transactionId(parseTransaction(blob, { pruned: true }), prunable_hash),
      ),
    )
    expect(ids.flat()).toHaveLength(payments)
    expect(ids).toEqual(blocks.map(({ block }) => parseBlock(block).txHashes))
  })

  test.each([{ prune: false }, { prune: true, requested_info: 2 }])(
    'are not made for a request with %o',
    async (given) => {
      expect(unfilled(await ask(proxy, given))).toEqual(unfilled(await ask(node, given)))
    },
  )
})

test('error: a wallet behind the proxy refuses a transaction with the content of another', async () => {
  const upstream = await startTamperingProxy(node.url)
  upstream.tamper = async (path, forward) => {
    const bytes = await forward()
    if (!/get_?blocks.bin$/.test(path)) return { bytes }
    const answer = epeeTo(result, bytes)
    const [one, other] = answer.blocks.filter(({ txs }) => txs.length > 0)
    ;[one!.txs, other!.txs] = [other!.txs, one!.txs]
    return { bytes: epeeFrom(result, answer) }
  }
  const lying = await startProxy([`http://${upstream.address}`])
  const wallet = await restoreOurs(lying.address)
  await expect(wallet.call('refresh')).rejects.toThrow('is not the one the block names')
  expect(await wallet.call('get_height')).toEqual({ height: 1n })
})
