/**
 * A wallet behind a lying proxy in front of a real monerod, an honest copy of the wallet, and a payer.
 *
 * @module
 */
import { readFile } from 'node:fs/promises'
import type { Network } from '#protocol/rules/forks.ts'
import { connectDaemon } from '../../../worker/adapters/daemon.ts'
import { pinnedBlocks } from '../../../worker/adapters/pinned-history.ts'
import { dispatch, type Outcome } from '../../../worker/rpc/dispatch.ts'
import { startTamperingProxy, unchanged } from '../network/tampering-proxy.ts'
import { atFileEnd } from '../programs/file-end.ts'
import { minerAddress, type Result } from '../programs/monerod.ts'
import { startPaidWallet } from '../wallet-comparison/paid-wallet.ts'
import { asAnswered, without } from '../wallet-comparison/comparable-answers.ts'
import { allTables } from '../wallets/crashing-wallet.ts'
import { testService, testWallet } from '../wallets/test-wallet.ts'
import type { Lie } from './lie.ts'

const xmr = 1_000_000_000_000n
const groupsFile = new URL('../../../protocol/checkpoints/mainnet-groups.bin', import.meta.url)

const paymentTo = (payee: string) => ({ destinations: [{ address: payee, amount: xmr }] })

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
  const randomKey = () => crypto.multiplyBase(crypto.randomScalar())
  const address = wallet.primaryAddress

  const call = (method: string, params: object = {}): Promise<Outcome> =>
    dispatch(service, method, params)
  const pay = (params: object = {}) => call('transfer', { ...paymentTo(minerAddress), ...params })
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
   * Plays a lie while `act` runs.
   *
   * @param isNew - Whether the daemon is new to the wallet.
   * @returns The outcome, the requests, those for ring candidates as they came, and all tables before and after it.
   */
  async function play({ tamper }: Lie, act: () => Promise<Outcome>, isNew = true) {
    if (isNew) {
      await proxy.stop()
      proxy = await startTamperingProxy(node.url)
      wallet.setDaemon({ address: proxy.address, trusted: false })
    }
    const before = allTables(wallet.store)
    proxy.tamper = tamper({ height: wallet.chain.height, randomKey })
    const outcome = await act().finally(() => (proxy.tamper = unchanged))
    const bodies = proxy.received.filter((request) => request.startsWith('POST /get_outs.bin'))
    return { outcome, before, after: allTables(wallet.store), requests: proxy.asked, bodies }
  }

  /**
   * Opens a new wallet behind a lie.
   *
   * @returns The outcome of its first refresh, and what the wallet knows after it.
   */
  async function playNew({ tamper }: Lie, network: Network, restoreHeight: bigint) {
    const liar = await startTamperingProxy(node.url)
    const lines: string[] = []
    const other = await testService(
      { network, daemon: { address: liar.address, trusted: false } },
      {
        connect: connectDaemon,
        log: (level, message) => void lines.push(`${level}: ${message}`),
        ...(network === 'mainnet' && {
          pinnedBlocks: pinnedBlocks(async () => Uint8Array.from(await readFile(groupsFile))),
        }),
      },
    )
    const fresh = await testWallet({ network, restoreHeight }, other)
    liar.tamper = tamper({ height: restoreHeight, randomKey })
    const outcome = await dispatch(other, 'refresh', {})
    const known = { height: fresh.chain.height, outputs: fresh.store.outputs.size }
    const payNew = (params: object = {}) =>
      dispatch(other, 'transfer', { ...paymentTo(fresh.primaryAddress), ...params })
    return { outcome, known, lines, pay: payNew, stop: () => other.close() }
  }

  /** What both copies of the wallet show. */
  async function shown(): Promise<Result[]> {
    const own = async (method: string, params: object) => {
      const outcome = await call(method, params)
      return 'result' in outcome ? asAnswered(method, outcome.result) : outcome
    }
    const filter = { in: true, out: true, pending: true, pool: true }
    const all = async (ask: (method: string, params: object) => Promise<Result>) => {
      const { pool, ...transfers } = await ask('get_transfers', filter)
      // Each wallet notes when it saw a pool transaction.
      const unmined = { pool: without(pool, 'timestamp') }
      return [await ask('get_height', {}), await ask('get_balance', {}), transfers, unmined]
    }
    return [await all(honest.call), await all(own)]
  }

  await node.mine(80)
  await node.mine(4, address)
  await node.mine(62)
  await call('refresh')
  await makeNews()
  return { node, wallet, honest, call, pay, play, playNew, receive, shown }
}
