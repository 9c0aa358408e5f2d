/** All payments of a wallet verified by a range of whole blocks, with a real monerod, which sends no hashes of pruned data. */
import { hexToBytes } from '@noble/hashes/utils.js'
import { beforeAll, expect, test } from 'vitest'
import { parseBlock } from '#protocol/chain/block.ts'
import { keysOfSeed } from '../../worker/engine/keys/account.ts'
import type { Service } from '../../worker/engine/service.ts'
import type { Wallet } from '../../worker/engine/wallet.ts'
import { dispatch } from '../../worker/rpc/dispatch.ts'
import { ScriptedChain, type Payout } from '../support/chains/scripted-chain.ts'
import { unchanged, type TamperingProxy } from '../support/network/tampering-proxy.ts'
import {
  startMinerWallet,
  startMonerod,
  type Monerod,
  type Result,
  type WalletRpc,
} from '../support/programs/monerod.ts'
import { shownBy, startDeceivedWallet } from '../support/trust/deceived-wallet.ts'
import { asPruned, withContent } from '../support/trust/false-contents.ts'
import { forgedBranch } from '../support/trust/forged-blocks.ts'
import { ofBin } from '../support/trust/lie.ts'
import { shownText } from '../support/trust/shown-text.ts'
import { testSeed } from '../support/wallets/test-wallet.ts'
import { testCrypto } from '../support/wasm/crypto.ts'

const xmr = 1_000_000_000_000n

const crypto = await testCrypto()
const forger = new ScriptedChain(crypto, keysOfSeed(crypto, testSeed))
const ours = { account: 0, address: 0 }

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

const result = async (method: string, params: object = {}) => (await call(method, params)).result

/** Oldest first. */
async function received(): Promise<Result[]> {
  const { result } = await call('get_transfers', { in: true })
  return (result.in as Result[]).sort((a, b) => Number(a.height - b.height))
}

test('a whole block with another transaction than it names is refused, and what was verified stays', async () => {
  const newest = (await received())[1]!
  await payer.call('refresh')
  const unsent = await payer.call('transfer', {
    destinations: [{ address: wallet.primaryAddress, amount: 30n * xmr }],
    do_not_relay: true,
    get_tx_hex: true,
  })
  const replaced = (answer: Result) => withContent(answer, newest.txid, hexToBytes(unsent.tx_blob))
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

const lies: [what: string, payments: Payout['payments']][] = [
  ['has a larger amount', [{ to: ours, amount: 100n * xmr }, { amount: 1n }]],
  ['is hidden', [{ amount: 1n }, { amount: 2n }]],
]

test.each(lies)('error: an old payment that %s; the range continues', async (_, payments) => {
  const [oldest] = await received()
  const deceived = await startDeceivedWallet(node, { wholeBlocks: false })
  const verify = () => deceived.call('verify_history', { blocks: 1000 })
  const shown = forger.pay({ payments })
  await deceived.during(asPruned(oldest!.txid, shown), () => deceived.call('refresh'))
  await expect(verify()).rejects.toThrow(
    shownText('a false or hidden payment in an old block, while all payments are verified'),
  )
  expect(await deceived.call('verify_history')).toMatchObject({ next_height: oldest!.height })
  await deceived.call('refresh')
  expect(await verify()).toMatchObject({ blocks_left: 0n, unverified_payments: 0n })
  expect(await shownBy(deceived)).toEqual(await shownBy({ call: result }))
})

test('error: old blocks of another chain, whose ids the wallet no longer stores', async () => {
  const deceived = await startDeceivedWallet(node, { wholeBlocks: false })
  await deceived.call('refresh')
  const { store, chain } = deceived.wallet
  await store.commit((change) => chain.beginAt(change, 200n))
  await deceived.call('refresh')
  expect(chain.at(191n)).toBeUndefined()
  const before = await deceived.call('verify_history', { blocks: 1 })
  const other = await forgedBranch(node, 130)
  const otherBlocks = ofBin('get_blocks_by_height', ({ blocks }) => ({
    blocks: (blocks as Result[]).map((entry) => ({
      ...entry,
      block: other.get(heightOf(entry.block as Uint8Array)) ?? entry.block,
    })),
  }))
  const verify = () => deceived.call('verify_history', { blocks: 64 })
  await deceived.during(otherBlocks, () =>
    expect(verify()).rejects.toThrow(
      shownText('old blocks of another chain, whose ids the wallet no longer stores'),
    ),
  )
  expect(await deceived.call('verify_history')).toEqual(before)
  expect((await verify()).next_height).toBeLessThan(before.next_height)
})

function heightOf(block: Uint8Array): bigint {
  const [input] = parseBlock(block).minerTx.inputs
  return input?.kind === 'gen' ? input.height : 0n
}
