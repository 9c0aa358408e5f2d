/**
 * Output counts of a wallet before a real monerod: they equal monerod's distribution, which is requested once.
 */
import { expect } from 'vitest'
import { beforeAll, test } from '../support/programs/test.ts'
import { connectDaemon } from '../../worker/adapters/daemon.ts'
import type { Service } from '../../worker/engine/service.ts'
import type { Wallet } from '../../worker/engine/wallet.ts'
import { dispatch } from '../../worker/rpc/dispatch.ts'
import { startTamperingProxy, type TamperingProxy } from '../support/network/tampering-proxy.ts'
import { atFileEnd } from '../support/programs/file-end.ts'
import { minerAddress, startMonerod, type Monerod } from '../support/programs/monerod.ts'
import { testService, testWallet } from '../support/wallets/test-wallet.ts'

let node: Monerod
let proxy: TamperingProxy
let service: Service
let wallet: Wallet

beforeAll(async () => {
  node = await startMonerod()
  proxy = await startTamperingProxy(node.url)
  service = await testService(
    { network: 'fakechain', daemon: { address: proxy.address, trusted: false } },
    { connect: connectDaemon },
  )
  atFileEnd(() => service.close())
  wallet = await testWallet({ network: 'fakechain', restoreHeight: 65n }, service)
  await node.mine(64)
  await node.mine(4, wallet.primaryAddress)
  await node.mine(70)
})

const pay = (relay: boolean) =>
  dispatch(service, 'transfer', {
    destinations: [{ address: minerAddress, amount: 1_000_000_000_000n }],
    do_not_relay: !relay,
  })

/** Sums of monerod, and those that the wallet draws decoys from. */
async function bothSums() {
  const params = { amounts: [0], cumulative: true, binary: false }
  const { distributions } = await node.call('get_output_distribution', params)
  const ours = await wallet.outputCounts.sums(wallet.daemon!)
  return [distributions[0].distribution.map(Number), [...ours]]
}

const requests = () => proxy.asked.filter((path) => path === '/get_output_distribution.bin')

test('a restored wallet requests the distribution with its first refresh, and payments do not', async () => {
  await wallet.sync.refresh()
  expect(requests()).toHaveLength(1)
  const [theirs, ours] = await bothSums()
  expect(ours).toEqual(theirs)

  expect(await pay(true)).toMatchObject({ result: {} })
  await node.mine(3)
  await wallet.sync.refresh()
  expect(await pay(false)).toMatchObject({ result: {} })
  expect(requests()).toHaveLength(1)
  const [theirsLater, oursLater] = await bothSums()
  expect(oursLater).toEqual(theirsLater)
})

test('a reorganisation changes the counts as those of monerod', async () => {
  await node.post('/pop_blocks', { nblocks: 2 })
  await node.post('/flush_txpool', {})
  await node.mine(4, wallet.primaryAddress)
  await wallet.sync.refresh()
  const [theirs, ours] = await bothSums()
  expect(ours).toEqual(theirs)
  expect(requests()).toHaveLength(1)
})
