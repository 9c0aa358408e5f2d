/** Pruned transactions with other content in front of a real monerod, which sends no hashes of pruned data. */
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { beforeAll, expect, test } from 'vitest'
import { parseBlock } from '#protocol/chain/block.ts'
import { parseTransaction } from '#protocol/chain/transaction.ts'
import type { Service } from '../../worker/engine/service.ts'
import type { Wallet } from '../../worker/engine/wallet.ts'
import { dispatch } from '../../worker/rpc/dispatch.ts'
import type { BlocksAnswer } from '../support/daemons/lying-daemon.ts'
import { unchanged, type TamperingProxy } from '../support/network/tampering-proxy.ts'
import {
  minerAddress,
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
  ;({ proxy, service, wallet } = await startDeceivedWallet(node))
  await wallet.sync.refresh()
})

const call = async (method: string, params: object = {}) =>
  (await dispatch(service, method, params)) as { result: Result }

/** Sends a payment that the next block contains. @returns Its id. */
async function pay(address: string): Promise<string> {
  await payer.call('refresh')
  const { tx_hash } = await payer.call('transfer', { destinations: [{ address, amount: xmr }] })
  await node.mine(1)
  return tx_hash
}

/** A payment to the wallet that is not sent. */
async function unsentPayment(): Promise<Uint8Array> {
  await payer.call('refresh')
  const { tx_blob } = await payer.call('transfer', {
    destinations: [{ address: wallet.primaryAddress, amount: 30n * xmr }],
    do_not_relay: true,
    get_tx_hex: true,
  })
  return hexToBytes(tx_blob)
}

/** Changes the bytes of one transaction in the blocks of an answer. */
const withBytes = (txid: string, bytes: Uint8Array) => (answer: Result) => {
  const { blocks } = answer as unknown as BlocksAnswer
  return {
    blocks: blocks.map((entry) => {
      const ids = parseBlock(entry.block).txHashes.map((id) => bytesToHex(id))
      const txs = entry.txs.map((tx, at) => (ids[at] === txid ? { ...tx, blob: bytes } : tx))
      return { ...entry, txs }
    }),
  }
}

/** `prune` set, in a request of portable storage: its name, the type of a bool, true. */
const prunedFlag = `${bytesToHex(new TextEncoder().encode('prune'))}0b01`

const context = { height: 0n, randomKey: () => new Uint8Array(32) }

async function received(txid: string) {
  const { result } = await call('get_transfers', { in: true })
  return (result.in as Result[]).find((transfer) => transfer.txid === txid)
}

test('a mined transaction with the content of another one is noticed and removed', async () => {
  const unsent = await unsentPayment()
  const base = unsent.slice(0, parseTransaction(unsent).baseSize)
  const txid = await pay(minerAddress)
  const lie = ofBin('get_blocks', withBytes(txid, base))(context)
  // Only pruned answers are false: whole ones would not hash to the id.
  proxy.tamper = async (path, forward, body) => {
    const isPruned = path === '/get_blocks.bin' && bytesToHex(body).includes(prunedFlag)
    return isPruned ? lie(path, forward, body) : { bytes: await forward() }
  }
  await expect(wallet.sync.refresh()).rejects.toThrow(
    `transaction ${txid} of block 81 is not the one that the block names. What it paid was removed`,
  )
  expect(await received(txid)).toBeUndefined()
  await wallet.sync.refresh()
  proxy.tamper = unchanged
  expect(wallet.chain.height).toBe(82n)
  expect(await call('get_balance')).toMatchObject({ result: { balance: 0n } })
})

test('a payment is verified by its whole block, and marked while it is not', async () => {
  service.wholeBlocks = false
  const txid = await pay(wallet.primaryAddress)
  await wallet.sync.refresh()
  expect(await received(txid)).toMatchObject({ amount: xmr, unverified: true })
  service.wholeBlocks = true
  await node.mine(1)
  await wallet.sync.refresh()
  expect(await received(txid)).toMatchObject({ amount: xmr, unverified: undefined })
})

test('a whole block with another transaction than it names is refused', async () => {
  const unsent = await unsentPayment()
  service.wholeBlocks = false
  const txid = await pay(wallet.primaryAddress)
  await wallet.sync.refresh()
  proxy.tamper = ofBin('get_blocks_by_height', withBytes(txid, unsent))(context)
  const { height } = (await received(txid))!
  await expect(wallet.sync.verifyBlocks(height, height + 1n)).rejects.toThrow(
    `transaction 0 of block ${height} is not the one the block names`,
  )
  proxy.tamper = unchanged
  expect(await received(txid)).toMatchObject({ unverified: true })
  await wallet.sync.verifyBlocks(height, height + 1n)
  expect(await received(txid)).toMatchObject({ unverified: undefined })
})
