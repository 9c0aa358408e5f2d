import { bytesToHex } from '@noble/hashes/utils.js'
import { beforeAll, describe, expect, test } from 'vitest'
import { parseTransaction } from '#protocol/chain/transaction.ts'
import { bin } from '#protocol/daemon/calls.ts'
import { epeeFrom, epeeTo } from '#protocol/epee/epee.ts'
import { ChainStore } from '../../../../../proxy/stores/chain-store.ts'
import { openMemoryDriver } from '../../../../support/storage/memory-driver.ts'
import { sqliteDriver } from '../../../../../server/sqlite/connection.ts'
import { minerAddress } from '../../../../support/programs/monerod.ts'
import { ownNode, type OwnNode } from '../../../../support/daemons/in-process-node.ts'
import {
  expectAsRecorded,
  recordedNode,
  recordingsOf,
} from '../../../../support/daemons/recorded-node.ts'
import { spendingNode } from '../../../../support/daemons/spending-node.ts'
import type { Forged } from '../../../../support/node-comparison/coin-spender.ts'

describe.each(['/get_blocks_by_height.bin', '/get_hashes.bin'])('%s', (call) => {
  // An odd list of strings: monerod reads two empty strings as too many.
  const requests = recordingsOf(call).filter(([, { body }]) => !body.endsWith('\x8a\x08\x00\x00'))

  test('answers recorded requests as monerod', async () => {
    const node = await recordedNode()
    for (const [, recording] of requests) {
      await expectAsRecorded(recording, [], node)
    }
  })
})

const host = { version: 'test', freeSpace: () => 0n, connections: () => 0n }

describe('get_blocks.bin', () => {
  test('answers recorded requests as monerod, besides fields of newer versions', async () => {
    const node = await recordedNode()
    for (const [, recording] of recordingsOf('/get_blocks.bin')) {
      const newer = ['daemon_time', 'pool_info_extent']
      await expectAsRecorded(recording, newer, node)
    }
  })

  /** Heights of the first blocks of the answers by which a wallet follows ten blocks. */
  async function answersOf(mostBlockBytes?: number) {
    const node = await ownNode({ host: { ...host, ...(mostBlockBytes && { mostBlockBytes }) } })
    await node.call('generateblocks', { amount_of_blocks: 9, wallet_address: minerAddress })
    const firsts: bigint[] = []
    for (let next = 1n; next < 10n;) {
      const body = epeeFrom(bin.get_blocks.params, { start_height: next })
      const answer = await node.post('/get_blocks.bin', body)
      const { start_height, blocks } = epeeTo(bin.get_blocks.result, answer.bytes)
      firsts.push(start_height)
      next += BigInt(blocks.length)
    }
    return firsts
  }

  test('returns all blocks at once if there is enough memory', async () => {
    expect(await answersOf()).toEqual([1n])
  })

  test('returns three blocks at a time if there is not', async () => {
    expect(await answersOf(1)).toEqual([1n, 4n, 7n])
  })
})

describe('a transaction whose proofs were dropped', () => {
  let node: OwnNode
  let paid: Forged
  /** Of its block. */
  let height: bigint

  beforeAll(async () => {
    const driver = openMemoryDriver(await sqliteDriver())
    const spending = await spendingNode({ driver })
    node = spending
    const { chain } = node.context
    height = chain.height()
    paid = await spending.send()
    await spending.mine()
    expect(chain.transactionHeight(paid.id)).toBe(height)
    const { transactions } = new ChainStore(driver, 'fakechain')
    transactions.dropPrunable(Number(height), Number(height) + 1)
  })

  const pruned = () => paid.blob.subarray(0, parseTransaction(paid.blob, { pruned: true }).baseSize)

  async function blocks(params: { start_height: bigint; prune?: boolean }) {
    const answer = await node.post('/get_blocks.bin', epeeFrom(bin.get_blocks.params, params))
    if (answer.status !== 200) return answer.status
    return epeeTo(bin.get_blocks.result, answer.bytes).blocks.map(({ txs }) => txs)
  }

  test('is part of blocks that are requested pruned', async () => {
    const [[tx] = []] = (await blocks({ start_height: height, prune: true })) as {
      blob: Uint8Array
    }[][]
    expect(tx!.blob).toEqual(pruned())
  })

  test('error: whole blocks cannot be returned', async () => {
    expect(await blocks({ start_height: height })).toBe(500)
    expect(await blocks({ start_height: 1n })).toBe(500)
  })

  test('is left out of get_blocks_by_height', async () => {
    const body = epeeFrom(bin.get_blocks_by_height.params, { heights: [height - 1n, height] })
    const answer = await node.post('/get_blocks_by_height.bin', body)
    const result = epeeTo(bin.get_blocks_by_height.result, answer.bytes)
    expect([result.status, result.blocks.map(({ txs }) => txs)]).toEqual(['OK', [[], []]])
  })

  test('is returned in parts', async () => {
    const { json } = await node.post('/get_transactions', { txs_hashes: [paid.id] })
    expect(json().txs).toMatchObject([
      { as_hex: '', pruned_as_hex: bytesToHex(pruned()), prunable_as_hex: '' },
    ])
  })
})

describe('get_blocks.bin without a known start block', () => {
  test('error: the answer contains the time and the pool', async () => {
    const node = await ownNode()
    const params = { start_height: 5n, requested_info: 1 }
    const answer = await node.post('/get_blocks.bin', epeeFrom(bin.get_blocks.params, params))
    const { status, daemon_time, pool_info_extent, current_height } = epeeTo(
      bin.get_blocks.result,
      answer.bytes,
    )
    expect({ status, pool_info_extent, current_height }).toEqual({
      status: 'Failed',
      pool_info_extent: 2,
      current_height: 0n,
    })
    expect(daemon_time).toBeGreaterThan(0n)
  })
})
