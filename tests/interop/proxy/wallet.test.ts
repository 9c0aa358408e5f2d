/** A real wallet works through the proxy, also when its nodes come and go. */
import { describe, expect } from 'vitest'
import { beforeAll, test } from '../../support/programs/test.ts'
import {
  minerAddress,
  restoreMiner,
  startMonerod,
  startWalletRpc,
  type WalletRpc,
} from '../../support/programs/monerod.ts'
import { poll } from '../../support/programs/process.ts'
import { startProxiedNode, startProxy, type ProxiedNode } from '../../support/programs/proxy.ts'
let scene: ProxiedNode
let through: WalletRpc
let direct: WalletRpc

beforeAll(async () => {
  scene = await startProxiedNode(75)
  through = await startWalletRpc({ daemon: scene.proxy.address })
  direct = await startWalletRpc({ daemon: scene.node.address })
  await Promise.all([through, direct].map(restore))
})

async function restore(wallet: WalletRpc) {
  await restoreMiner(wallet)
  await wallet.call('refresh')
}

const views = async (wallet: WalletRpc) => {
  await wallet.call('refresh')
  const [balance, transfers, incoming] = [
    await wallet.call('get_balance'),
    await wallet.call('get_transfers', { in: true, out: true, pending: true, pool: true }),
    await wallet.call('incoming_transfers', { transfer_type: 'all' }),
  ]
  return { balance, transfers, incoming }
}

describe('monero-wallet-rpc', () => {
  test('has the same state through the proxy as with a direct connection', async () => {
    const seen = await views(through)
    expect(seen.incoming.transfers).toHaveLength(75)
    expect(seen).toEqual(await views(direct))
  })

  test('sends, and the payment is mined', async () => {
    const sent = await through.call('transfer', {
      destinations: [{ address: minerAddress, amount: 123_456_789_000 }],
      get_tx_key: true,
    })
    const { transactions } = await scene.proxy.get('/get_transaction_pool')
    expect(transactions.map(({ id_hash }: { id_hash: string }) => id_hash)).toEqual([sent.tx_hash])

    await scene.node.mine(2)
    await direct.call('refresh')
    const check = { txid: sent.tx_hash, tx_key: sent.tx_key, address: minerAddress }
    expect(await direct.call('check_tx_key', check)).toMatchObject({ in_pool: false })
    const seen = await views(through)
    expect(seen.balance).toEqual((await views(direct)).balance)
    expect(seen.transfers.out).toMatchObject([{ txid: sent.tx_hash, confirmations: 2n }])
  })

  test('works again after its node is killed and restarted', async () => {
    await scene.node.stop('SIGKILL')
    const [path, method] = [
      await scene.proxy.post('/get_height', ''),
      '{"method":"get_info","id":4}',
    ]
    expect([path.status, path.json()]).toEqual([502, { error: 'No upstream node can be reached' }])
    expect((await scene.proxy.post('/json_rpc', method)).json()).toMatchObject({
      error: { code: -32000n, message: 'No upstream node can be reached' },
      id: 4n,
    })
    await expect(through.call('refresh')).rejects.toThrow('refresh')

    await scene.node.restart()
    await scene.node.mine(1)
    const seen = await views(through)
    // The connection that monero-wallet-rpc kept is closed: its first call fails. The proxy reconnects.
    await expect(direct.call('refresh')).rejects.toThrow('refresh: no connection to daemon')
    const { balance, incoming } = await views(direct)
    expect(seen).toMatchObject({ balance, incoming })
  })
})

test('the second node answers while the first is stopped, and the first after its restart', async () => {
  const other = await startMonerod()
  const both = await startProxy([other.url, scene.node.url])
  const height = async () => Number((await both.get('/get_height')).height)
  try {
    expect(await height()).toBe(1)
    await other.stop()
    expect(await height()).toBeGreaterThan(1)
    await other.restart()
    await poll(async () => (await height()) === 1, 20_000)
  } finally {
    await Promise.all([both.stop(), other.stop()])
  }
})

test('many calls at once share few connections', async () => {
  const caps = ['--rpc-max-connections=250', '--rpc-max-connections-per-private-ip=250']
  const proxy = await startProxy([scene.node.url], caps)
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, index) => proxy.call('on_get_block_hash', [index % 70])),
  )
  const expected: string[] = []
  for (let height = 0; height < 70; height++)
    expected.push(await scene.node.call('on_get_block_hash', [height]))
  expect(answers).toEqual(answers.map((_, index) => expected[index % 70]))
  const info = await scene.node.call('get_info')
  expect(Number(info.rpc_connections_count)).toBeLessThan(30)
  await proxy.stop()
})
