/** monero-ts on our own node: its full wallet, wallet2 v0.18.5, and its daemon client. */
import moneroTs from 'monero-ts'
import { describe, expect } from 'vitest'
import { beforeAll, test } from '../../support/programs/test.ts'
import { minerAddress, minerSeed } from '../../support/programs/monerod.ts'
import { freePort } from '../../support/network/free-port.ts'
import { temporaryFolder } from '../../support/storage/temporary-folder.ts'
import { poll } from '../../support/programs/process.ts'
import {
  regtestArguments,
  startRegtest,
  type Regtest,
} from '../../support/programs/regtest-node.ts'
import { startShim, type Shim } from '../../support/network/hard-fork-version-shim.ts'
import { moneroTsWallet } from '../../support/programs/monero-ts-wallet.ts'

const xmr = 1_000_000_000_000n

let node: Regtest
let shim: Shim
/** What is mined is its own. */
let payer: moneroTs.MoneroWalletFull
let payee: moneroTs.MoneroWalletFull
let address: string

const open = (config: Partial<moneroTs.MoneroWalletConfig>) =>
  moneroTsWallet({ server: { uri: shim.url }, ...config })
const openMiner = () => open({ seed: minerSeed, restoreHeight: 0 })

beforeAll(async () => {
  node = await startRegtest()
  shim = await startShim(node.url)
  await node.mine(99)
  payer = await openMiner()
  payee = await open({ language: 'English' })
  address = await payee.getPrimaryAddress()
  await sync()
})

/** Until it has the node's height: a sync says nothing when it could not ask. */
async function syncOf(wallet: moneroTs.MoneroWalletFull) {
  const height = await heightOf()
  await poll(async () => {
    await wallet.sync()
    return (await wallet.getHeight()) === height
  })
}

async function sync() {
  for (const wallet of [payer, payee]) await syncOf(wallet)
}

async function mine(blocks: number) {
  await node.mine(blocks)
  await sync()
}

const waiting = async (): Promise<string[]> =>
  (await node.get('/get_transaction_pool_hashes')).tx_hashes ?? []

const pay = (amount: bigint, more = {}) =>
  payer.createTx({ accountIndex: 0, address, amount, relay: true, ...more })

const heightOf = async () => Number((await node.get('/get_height')).height)

test('its daemon client starts our node, and waits for the lines that monerod prints', async () => {
  const args = regtestArguments(temporaryFolder('started'), await freePort())
  const daemon = await moneroTs.connectToDaemonRpc([process.execPath, ...args])
  try {
    expect(await daemon.getHeight()).toBe(1)
  } finally {
    expect(await daemon.stopProcess()).toBe(0)
  }
})

test('its daemon client reads height, blocks, fees, pool and outputs', async () => {
  const daemon = await moneroTs.connectToDaemonRpc(node.url)
  expect(await daemon.getHeight()).toBe(100)
  const blocks = await daemon.getBlocksByHeight([1, 2, 99])
  expect(blocks.map((each) => each.getHeight())).toEqual([1, 2, 99])
  const { top_block_hash } = await node.call('get_info')
  expect((await daemon.getBlockByHeight(99)).getHash()).toBe(top_block_hash)
  const { fee, fees } = await node.call('get_fee_estimate')
  const estimate = await daemon.getFeeEstimate()
  expect([estimate.getFee(), estimate.getFees()]).toEqual([fee, fees])
  expect(await daemon.getTxPool()).toEqual([])
  expect((await daemon.getLastBlockHeader()).getHash()).toBe(top_block_hash)
})

describe('the full wallet on our own node', () => {
  test('finds what was mined to it', async () => {
    expect(await payer.getPrimaryAddress()).toBe(minerAddress)
    expect(await payer.getHeight()).toBe(100)
    expect(await payer.getOutputs()).toHaveLength(99)
    const { emission_amount } = await node.call('get_coinbase_tx_sum', { height: 1, count: 99 })
    expect(await payer.getBalance()).toBe(emission_amount)
  })

  test('sends; the payment is seen in the pool, then mined', async () => {
    const tx = await pay(2n * xmr)
    expect(await waiting()).toEqual([tx.getHash()])
    await poll(async () => {
      await payee.sync()
      return (await payee.getTx(tx.getHash())) !== undefined
    })
    const seen = await payee.getTx(tx.getHash())
    expect([seen?.getInTxPool(), seen?.getIncomingAmount()]).toEqual([true, 2n * xmr])
    await mine(1)
    for (const wallet of [payer, payee]) {
      const mined = await wallet.getTx(tx.getHash())
      expect([mined?.getIsConfirmed(), mined?.getHeight()]).toEqual([true, 100])
    }
    expect(await payee.getBalance()).toBe(2n * xmr)
  })

  test('sends a transaction later that it did not relay', async () => {
    const tx = await pay(xmr, { relay: false })
    expect(await waiting()).toEqual([])
    await payer.relayTx(tx)
    expect(await waiting()).toEqual([tx.getHash()])
    await mine(10)
    expect(await payee.getUnlockedBalance()).toBe(3n * xmr)
  })

  test('proves payments, spends and reserves', async () => {
    const tx = await pay(xmr)
    await mine(10)
    const [txid, message] = [tx.getHash(), 'for the rent']
    const byKey = await payee.checkTxKey(txid, await payer.getTxKey(txid), address)
    expect([byKey.getIsGood(), byKey.getReceivedAmount()]).toEqual([true, xmr])
    const proof = await payer.getTxProof(txid, address, message)
    const byProof = await payee.checkTxProof(txid, address, message, proof)
    expect([byProof.getIsGood(), byProof.getNumConfirmations()]).toEqual([true, 10])
    const spend = await payer.getSpendProof(txid, message)
    expect(await payee.checkSpendProof(txid, message, spend)).toBe(true)
    expect(await payee.checkSpendProof(txid, 'for the car', spend)).toBe(false)
    const reserve = await payee.getReserveProofWallet(message)
    const checked = await payer.checkReserveProof(address, message, reserve)
    expect([checked.getIsGood(), checked.getTotalAmount()]).toEqual([true, 4n * xmr])
    expect(checked.getUnconfirmedSpentAmount()).toBe(0n)
  })

  test('sweeps an output, then all', async () => {
    const [output] = await payee.getOutputs({ isSpent: false, amount: 2n * xmr })
    const keyImage = output!.getKeyImage().getHex()
    const one = await payee.sweepOutput({ address: minerAddress, keyImage, relay: true })
    expect(one.getOutgoingAmount() + one.getFee()).toBe(2n * xmr)
    await mine(10)
    const [rest] = await payee.sweepUnlocked({ address: minerAddress, relay: true })
    expect(rest!.getOutgoingAmount() + rest!.getFee()).toBe(2n * xmr)
    await mine(10)
    expect(await payee.getBalance()).toBe(0n)
    for (const tx of [one, rest!])
      expect((await payer.getTx(tx.getHash()))?.getIncomingAmount()).toBe(tx.getOutgoingAmount())
  })

  test('follows a longer branch: a payment is undone, and mined again', async () => {
    const tx = await pay(5n * xmr)
    const height = await heightOf()
    await mine(1)
    expect(await payee.getBalance()).toBe(5n * xmr)

    const split = await node.call('on_get_block_hash', [height - 1])
    await node.call('generateblocks', {
      amount_of_blocks: 2,
      wallet_address: minerAddress,
      prev_block: split,
    })
    expect(await waiting()).toEqual([tx.getHash()])
    await sync()
    expect((await payee.getTx(tx.getHash()))?.getIsConfirmed()).not.toBe(true)
    expect(await payee.getUnlockedBalance()).toBe(0n)
    await mine(1)
    expect((await payee.getTx(tx.getHash()))?.getHeight()).toBe(height + 2)
    expect(await payee.getBalance()).toBe(5n * xmr)
  })

  test('follows blocks that are popped', async () => {
    const tx = await pay(xmr)
    const height = await heightOf()
    await mine(2)
    await node.get('/pop_blocks', { nblocks: 2 })
    expect(await waiting()).toEqual([tx.getHash()])
    await mine(4)
    expect((await payee.getTx(tx.getHash()))?.getNumConfirmations()).toBe(4)
    expect((await payer.getTx(tx.getHash()))?.getHeight()).toBe(height)
    expect(await payee.getBalance()).toBe(6n * xmr)
  })

  test('has the same ledger after a rescan or a restore', async () => {
    const fresh = await openMiner()
    await syncOf(fresh)
    const balance = await payer.getBalance()
    expect(await fresh.getBalance()).toBe(balance)
    await fresh.close(false)
    await payer.rescanSpent()
    expect(await payer.getBalance()).toBe(balance)
    await payer.rescanBlockchain()
    expect(await payer.getBalance()).toBe(balance)
  })
})
