/** monero-ts works through the proxy: its daemon client, and its full wallet, wallet2 v0.18.5. */
import moneroTs from 'monero-ts'
import { describe, expect } from 'vitest'
import { beforeAll, test } from '../../support/programs/test.ts'
import { minerAddress, minerSeed } from '../../support/programs/monerod.ts'
import { startProxiedNode, type ProxiedNode } from '../../support/programs/proxy.ts'
import { startShim, type Shim } from '../../support/network/hard-fork-version-shim.ts'
import { moneroTsWallet } from '../../support/programs/monero-ts-wallet.ts'
let scene: ProxiedNode
let shim: Shim

beforeAll(async () => {
  scene = await startProxiedNode(99)
  shim = await startShim(scene.proxy.url)
})

test('the daemon client reads height, blocks, fees and pool', async () => {
  const daemon = await moneroTs.connectToDaemonRpc(scene.proxy.url)
  expect(await daemon.getHeight()).toBe(100)
  const block = await daemon.getBlockByHeight(5)
  expect(block.getHash()).toBe(await scene.node.call('on_get_block_hash', [5]))
  const blocks = await daemon.getBlocksByHeight([1, 2, 3])
  expect(blocks.map((each) => each.getHeight())).toEqual([1, 2, 3])
  const { fee } = await scene.node.call('get_fee_estimate')
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
    const { emission_amount } = await scene.node.call('get_coinbase_tx_sum', {
      height: 1,
      count: 99,
    })
    expect(await wallet.getBalance()).toBe(emission_amount)
    expect(await wallet.getUnlockedBalance()).toBeGreaterThan(0n)
  })

  test('sends, and its payment is mined', async () => {
    const tx = await wallet.createTx({
      accountIndex: 0,
      address: minerAddress,
      amount: 250_000_000_000n,
      relay: true,
    })
    const { transactions } = await scene.proxy.get('/get_transaction_pool')
    expect(transactions[0].id_hash).toBe(tx.getHash())
    expect(transactions[0].fee).toBe(tx.getFee())

    await scene.node.mine(2)
    await wallet.sync()
    const mined = await wallet.getTx(tx.getHash())
    expect(mined?.getIsConfirmed()).toBe(true)
    expect(mined?.getHeight()).toBe(100)
  })
})
