/**
 * A wallet behind a lying proxy in front of a real monerod, an honest copy of the wallet, and a payer.
 *
 * @module
 */
import { connectDaemon } from '../../../worker/adapters/daemon.ts'
import { dispatch, type Outcome } from '../../../worker/rpc/dispatch.ts'
import { startTamperingProxy, unchanged } from '../network/tampering-proxy.ts'
import { atFileEnd } from '../programs/file-end.ts'
import { minerAddress, type Result } from '../programs/monerod.ts'
import { startPaidWallet } from '../wallet-comparison/paid-wallet.ts'
import { asAnswered } from '../wallet-comparison/comparable-answers.ts'
import { allTables } from '../wallets/crashing-wallet.ts'
import { testService, testWallet } from '../wallets/test-wallet.ts'
import type { Lie } from './lie.ts'

const xmr = 1_000_000_000_000n

export type TrustScene = Awaited<ReturnType<typeof startTrustScene>>

/** The wallet knows the chain up to its mature coins. Two blocks with payments and one pool payment follow. */
export async function startTrustScene() {
  const { node, payer, ours: honest } = await startPaidWallet()
  let proxy = await startTamperingProxy(node.url)
  const service = await testService(
    { network: 'fakechain', daemon: { address: proxy.address, trusted: false } },
    { connect: connectDaemon },
  )
  atFileEnd(() => service.close())
  const wallet = await testWallet({ network: 'fakechain', name: 'w' }, service)
  const { crypto } = service.ports
  const address = wallet.primaryAddress

  const call = (method: string, params: object = {}): Promise<Outcome> =>
    dispatch(service, method, params)
  const pay = () => call('transfer', { destinations: [{ address: minerAddress, amount: xmr }] })
  const receive = async (times: number) => {
    await payer.call('refresh')
    for (let i = 0; i < times; i++)
      await payer.call('transfer', { destinations: [{ address, amount: xmr }] })
  }

  /** Two blocks with two payments each, and a payment in the pool. */
  async function makeNews() {
    for (const _ of [1, 2]) {
      await receive(2)
      await node.mine(1, address)
    }
    await receive(1)
  }

  /**
   * Plays a lie while `act` runs, as a daemon that is new to the wallet.
   *
   * @returns The outcome, the requests, and all tables before and after it.
   */
  async function play({ tamper }: Lie, act: () => Promise<Outcome>) {
    await proxy.stop()
    proxy = await startTamperingProxy(node.url)
    wallet.setDaemon({ address: proxy.address, trusted: false })
    const before = allTables(wallet.store)
    const randomKey = () => crypto.multiplyBase(crypto.randomScalar())
    proxy.tamper = tamper({ height: wallet.chain.height, randomKey })
    const outcome = await act().finally(() => (proxy.tamper = unchanged))
    return { outcome, before, after: allTables(wallet.store), requests: proxy.asked }
  }

  /** What both copies of the wallet show. */
  async function shown(): Promise<Result[]> {
    const own = async (method: string, params: object) => {
      const outcome = await call(method, params)
      return 'result' in outcome ? asAnswered(method, outcome.result) : outcome
    }
    const filter = { in: true, out: true, pending: true, pool: true }
    const all = (ask: (method: string, params: object) => Promise<Result>) =>
      Promise.all([ask('get_height', {}), ask('get_balance', {}), ask('get_transfers', filter)])
    return [await all(honest.call), await all(own)]
  }

  await node.mine(80)
  await node.mine(4, address)
  await node.mine(62)
  await call('refresh')
  await makeNews()
  return { honest, call, pay, play, receive, shown }
}
