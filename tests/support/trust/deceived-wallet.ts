/**
 * A wallet behind a lying proxy in front of a real monerod.
 *
 * @module
 */
import { connectDaemon } from '../../../worker/adapters/daemon.ts'
import type { WalletEvent } from '../../../worker/engine/base/events.ts'
import type { Ports } from '../../../worker/engine/base/ports.ts'
import type { NewWallet } from '../../../worker/engine/service.ts'
import { dispatch } from '../../../worker/rpc/dispatch.ts'
import { startTamperingProxy, unchanged } from '../network/tampering-proxy.ts'
import { atFileEnd } from '../programs/file-end.ts'
import type { Result } from '../programs/monerod.ts'
import { asAnswered } from '../wallet-comparison/comparable-answers.ts'
import { testService, testWallet } from '../wallets/test-wallet.ts'
import type { Lie } from './lie.ts'

export type DeceivedWallet = Awaited<ReturnType<typeof startDeceivedWallet>>

/** Starts it with an honest proxy. @param wholeBlocks - Whether the newest blocks are requested whole. */
export async function startDeceivedWallet(
  node: { url: string },
  options: { ports?: Partial<Ports>; wanted?: Partial<NewWallet>; wholeBlocks?: boolean } = {},
) {
  const { ports = {}, wanted = {}, wholeBlocks = true } = options
  const { network = 'fakechain' } = wanted
  const proxy = await startTamperingProxy(node.url)
  const service = await testService(
    { network, daemon: { address: proxy.address, trusted: false }, wholeBlocks },
    { connect: connectDaemon, ...ports },
  )
  atFileEnd(() => service.close())
  const wallet = await testWallet({ name: 'w', ...wanted, network }, service)
  const { crypto } = service.ports
  const warnings: WalletEvent[] = []
  wallet.events.subscribe((event) => event.name === 'warning' && warnings.push(event))

  /** A call as a client makes it. @throws {Error} With the text that the wallet shows. */
  const call = async (method: string, params: object = {}): Promise<Result> => {
    const outcome = await dispatch(service, method, params)
    if ('error' in outcome) throw new Error(outcome.error.message)
    return outcome.result
  }

  /** Lies while `act` runs. */
  async function during<T>(tamper: Lie['tamper'], act: () => Promise<T>): Promise<T> {
    const randomKey = () => crypto.multiplyBase(crypto.randomScalar())
    proxy.tamper = tamper({ height: wallet.chain.height, randomKey })
    return act().finally(() => (proxy.tamper = unchanged))
  }

  return { proxy, service, wallet, warnings, call, during }
}

/** What a wallet shows of its blocks and payments. */
export async function shownBy({ call }: Pick<DeceivedWallet, 'call'>) {
  const filter = { in: true, out: true, pending: true, pool: true }
  const transfers = asAnswered('get_transfers', await call('get_transfers', filter)) as Result
  const lists = Object.entries(transfers as Record<string, Result[]>).map(([name, list]) => [
    name,
    // Each wallet notes when it saw a pool transaction.
    list.map(({ timestamp: _, ...transfer }) => transfer),
  ])
  const { height } = await call('get_height')
  const { balance, unlocked_balance } = await call('get_balance')
  return { height, balance, unlocked_balance, ...Object.fromEntries(lists) }
}
