/** monero-ts works through the proxy: its daemon client, and its full wallet, wallet2 v0.18.5. */
import moneroTs from 'monero-ts'
import { describe, expect } from 'vitest'
import { beforeAll, test } from '../../support/programs/test.ts'
import {
  minerAddress,
  minerSeed,
  startMonerod,
  type Monerod,
} from '../../support/programs/monerod.ts'
import { startProxy, type Proxy } from '../../support/programs/proxy.ts'
import { startShim, type Shim } from '../../support/network/hard-fork-version-shim.ts'
import { moneroTsWallet } from '../../support/programs/monero-ts-wallet.ts'

let node: Monerod
let proxy: Proxy
let shim: Shim

beforeAll(async () => {
  node = await startMonerod()
  await node.mine(99)
  proxy = await startProxy([node.url])
  shim = await startShim(proxy.url)
})

test('the daemon client reads height, blocks, fees and pool', async () => {
  const daemon = await moneroTs.connectToDaemonRpc(proxy.url)
  expect(await daemon.getHeight()).toBe(100)
  const block = await daemon.getBlockByHeight(5)
  expect(block.getHash()).toBe(await node.call('on_get_block_hash', [5]))
  const blocks = await daemon.getBlocksByHeight([1, 2, 3])
  expect(blocks.map((each) => each.getHeight())).toEqual([1, 2, 3])
  const { fee } = await node.call('get_fee_estimate')
  expect((await daemon.getFeeEstimate()).getFee()).toBe(fee)
  expect(await daemon.getTxPool()).toEqual([])
})

describe('the full wallet', () => {
  let wallet: moneroTs.MoneroWalletFull

  beforeAll(async () => {
    wallet = await moneroTsWallet({
      seed: minerSeed,
      restoreHeight: 0,
      server: { uri: shim.url },
    })
    await wallet.sync()
  })

  test('finds what was mined to it', async () => {
    expect(await wallet.getPrimaryAddress()).toBe(minerAddress)
    expect(await wallet.getHeight()).toBe(100)
    const outputs = await wallet.getOutputs()
    expect(outputs).toHaveLength(99)
    const { emission_amount } = await node.call('get_coinbase_tx_sum', { height: 1, count: 99 })
    expect(await wallet.getBalance()).toBe(emission_amount)
    expect(await wallet.getUnlockedBalance()).toBeGreaterThan(0n)
  })

  test('sends, and sees its payment mined', async () => {
    const tx = await wallet.createTx({
      accountIndex: 0,
      address: minerAddress,
      amount: 250_000_000_000n,
      relay: true,
    })
    const { transactions } = await proxy.get('/get_transaction_pool')
    expect(transactions[0].id_hash).toBe(tx.getHash())
    expect(transactions[0].fee).toBe(tx.getFee())

    await node.mine(2)
    await wallet.sync()
    const mined = await wallet.getTx(tx.getHash())
    expect(mined?.getIsConfirmed()).toBe(true)
    expect(mined?.getHeight()).toBe(100)
  })
})
