/** All payments of a wallet verified by a range of whole blocks, with a real monerod, which sends no hashes of pruned data. */
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { beforeAll, expect, test } from 'vitest'
import { parseBlock } from '#protocol/chain/block.ts'
import type { Service } from '../../worker/engine/service.ts'
import type { Wallet } from '../../worker/engine/wallet.ts'
import { dispatch } from '../../worker/rpc/dispatch.ts'
import type { BlocksAnswer } from '../support/daemons/lying-daemon.ts'
import { unchanged, type TamperingProxy } from '../support/network/tampering-proxy.ts'
import {
  startMinerWallet,
  startMonerod,
  type Monerod,
  type Result,
  type WalletRpc,
} from '../support/programs/monerod.ts'
import { startDeceivedWallet } from '../support/trust/deceived-wallet.ts'
import { ofBin } from '../support/trust/lie.ts'

const xmr = 1_000_000_000_000n

let node: Monerod
let payer: WalletRpc
let proxy: TamperingProxy
let service: Service
let wallet: Wallet

beforeAll(async () => {
  node = await startMonerod()
  payer = await startMinerWallet(node.address)
  await node.mine(80)
  ;({ proxy, service, wallet } = await startDeceivedWallet(node, { wholeBlocks: false }))
  // Payments in two groups of 64 blocks.
  for (const amount of [1n, 2n]) {
    await payer.call('refresh')
    const destinations = [{ address: wallet.primaryAddress, amount: amount * xmr }]
    await payer.call('transfer', { destinations })
    await node.mine(70)
  }
  await wallet.sync.refresh()
})

const call = async (method: string, params: object = {}) =>
  (await dispatch(service, method, params)) as { result: Result }

async function received(): Promise<Result[]> {
  const { result } = await call('get_transfers', { in: true })
  return result.in
}

test('a whole block with another transaction than it names is refused, and what was verified stays', async () => {
  const [newest] = (await received()).sort((a, b) => Number(b.height - a.height))
  await payer.call('refresh')
  const unsent = await payer.call('transfer', {
    destinations: [{ address: wallet.primaryAddress, amount: 30n * xmr }],
    do_not_relay: true,
    get_tx_hex: true,
  })
  const replaced = (answer: Result) => {
    const { blocks } = answer as unknown as BlocksAnswer
    return {
      blocks: blocks.map((entry) => {
        const ids = parseBlock(entry.block).txHashes.map((id) => bytesToHex(id))
        const blob = hexToBytes(unsent.tx_blob)
        const txs = entry.txs.map((tx, at) => (ids[at] === newest.txid ? { ...tx, blob } : tx))
        return { ...entry, txs }
      }),
    }
  }
  const context = { height: 0n, randomKey: () => new Uint8Array(32) }
  proxy.tamper = ofBin('get_blocks_by_height', replaced)(context)
  expect(await call('verify_history', { blocks: 1000 })).toMatchObject({
    error: {
      code: -1,
      message: expect.stringContaining(
        `transaction 0 of block ${newest.height} is not the one the block names`,
      ),
    },
  })
  proxy.tamper = unchanged
  expect(await received()).toMatchObject([{ unverified: true }, { unverified: true }])
  const { result } = await call('verify_history')
  expect(result.next_height).toBeLessThan(result.end_height)
  expect(result.unverified_payments).toBe(2n)
})

test('all payments are verified, group by group', async () => {
  proxy.asked.length = 0
  let left = (await call('verify_history')).result
  expect(left.bytes_left).toBeGreaterThan(0n)
  expect(proxy.asked).toEqual([])
  while (left.blocks_left > 0n) {
    const { result } = await call('verify_history', { blocks: 64 })
    expect(result.blocks_left).toBeLessThan(left.blocks_left)
    left = result
  }
  expect(left.unverified_payments).toBe(0n)
  expect(await received()).toMatchObject([{ unverified: undefined }, { unverified: undefined }])
  expect(proxy.asked.join()).toMatch(/blocks_by_height/)
  expect(proxy.asked.join()).not.toMatch(/get_?blocks\.bin|transactions/)
})

test('the next range has the blocks that came since', async () => {
  await node.mine(3)
  await wallet.sync.refresh()
  expect((await call('verify_history', { blocks: 64 })).result).toMatchObject({
    blocks_left: 0n,
    unverified_payments: 0n,
  })
})
