import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Daemon } from '../../../../../worker/engine/base/ports.ts'
import type { TestPorts } from '../../../../support/wallets/test-wallet.ts'
import { keysOfSeed } from '../../../../../worker/engine/keys/account.ts'
import { ScriptedChain } from '../../../../support/chains/scripted-chain.ts'
import { withCalls } from '../../../../support/daemons/lying-daemon.ts'
import { LiveEvents } from '../../../../support/feed/live-events.ts'
import { scriptedWallet } from '../../../../support/wallets/scripted-wallet.ts'
import { testSeed } from '../../../../support/wallets/test-wallet.ts'
import { testCrypto } from '../../../../support/wasm/crypto.ts'

const crypto = await testCrypto()
const ours = { account: 0, address: 0 }
const soon = { timeout: 10_000, interval: 20 }

/** A wallet that refreshes by itself, from a daemon that reports what is new. */
async function scene() {
  const script = new ScriptedChain(crypto, keysOfSeed(crypto, testSeed)).mine()
  const live = new LiveEvents(script)
  const asked: string[] = []
  const recording = (daemon: Daemon): Daemon =>
    withCalls(daemon, {
      rpc: { get_info: (params) => (asked.push('info'), daemon.rpc.get_info(params)) },
      json: {
        get_transactions: (params) => (
          asked.push('transactions'),
          daemon.json.get_transactions(params)
        ),
      },
      bin: {
        get_transaction_pool_hashes: (params) => (
          asked.push('pool'),
          daemon.bin.get_transaction_pool_hashes(params)
        ),
      },
    })
  const made = await scriptedWallet(crypto, {
    script,
    wrap: (daemon) => live.wrap(recording(daemon)),
  })
  const { wallet, service } = made
  onTestFinished(() => wallet.close())
  wallet.autoRefresh.start(20)
  const followed = () => vi.waitFor(() => expect(live.read.at(-1)).toBe('pool'), soon)
  const { lines } = service.ports as TestPorts
  const pay = () => script.pay({ payments: [{ to: ours, amount: 9n }] })
  return { wallet, script, live, asked, followed, lines, pay }
}

describe('a wallet of a light node', () => {
  test('shows a payment that is announced, without a request', async () => {
    const { wallet, script, live, asked, followed, pay } = await scene()
    await followed()
    expect(live.read).toEqual(['events', 'pool'])
    const before = asked.length
    const [payment, foreign] = [pay(), script.pay({ payments: [{ amount: 1n }] })]
    live.sendPool([payment, foreign])
    await vi.waitFor(() => expect(wallet.store.pool.size).toBe(1), soon)
    // A list of transfers looks at the pool too.
    await wallet.sync.lookAtPool()
    live.sendPool([], [payment.txid])
    await new Promise((resolve) => setTimeout(resolve, 50))
    // It may be in a block that is not read yet.
    expect(wallet.store.pool.size).toBe(1)
    expect(asked.length).toBe(before)
  })

  test('refreshes when a block is announced, and asks nothing of the pool', async () => {
    const { wallet, script, live, asked, followed, pay } = await scene()
    await followed()
    const payment = pay()
    live.sendPool([payment])
    await vi.waitFor(() => expect(wallet.store.pool.size).toBe(1), soon)
    asked.length = 0
    script.mine([payment])
    live.sendTip()
    live.sendPool([], [payment.txid])
    await vi.waitFor(() => expect(wallet.store.outputs.size).toBe(1), soon)
    expect(wallet.chain.height).toBe(3n)
    await vi.waitFor(() => expect(wallet.store.pool.size).toBe(0), soon)
    expect(asked).toEqual(['info'])
    // It is known already.
    live.sendTip()
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    expect(asked).toEqual(['info'])
  })

  test('reads the pool again after a change that it did not receive', async () => {
    const { wallet, script, live, followed, pay } = await scene()
    await followed()
    live.skipVersion()
    script.wait(pay())
    live.sendPool([pay()])
    await vi.waitFor(() => expect(wallet.store.pool.size).toBe(2), soon)
    expect(live.read).toEqual(['events', 'pool', 'pool'])
  })

  test('asks once about an old tip that is sent again, and stays where it is', async () => {
    const { wallet, script, live, asked, followed } = await scene()
    const old = live.tip()
    await followed()
    script.mine().mine()
    live.sendTip()
    await vi.waitFor(() => expect(wallet.chain.height).toBe(4n), soon)
    asked.length = 0
    live.send('tip', old)
    await vi.waitFor(() => expect(asked).toEqual(['info']), soon)
    expect(wallet.chain.height).toBe(4n)
  })

  test('connects again with the next refresh when the connection ends', async () => {
    const { wallet, live, followed } = await scene()
    await followed()
    wallet.autoRefresh.start(1)
    live.connections.at(-1)!.end()
    await vi.waitFor(() => expect(live.read).toEqual(['events', 'pool', 'events', 'pool']), soon)
    expect(live.connections[0]!.state.cancelled).toBe(true)
    wallet.autoRefresh.stop()
    expect(live.connections[1]!.state.cancelled).toBe(true)
  })

  test('leaves a daemon that is replaced, and follows the other one', async () => {
    const { wallet, live, followed } = await scene()
    await followed()
    wallet.autoRefresh.start(1)
    wallet.setDaemon({ address: 'other', trusted: true })
    expect(live.connections[0]!.state.cancelled).toBe(true)
    await vi.waitFor(() => expect(live.read).toEqual(['events', 'pool', 'events', 'pool']), soon)
  })

  test.each([
    ['no JSON', 'data: no\n\n', /^warning: events of scripted: /],
    ['no tip', 'data: {"height":1}\n\n', /^warning: events of scripted: id/],
    ['no id', 'data: {"height":1,"id":"x"}\n\n', /the id of the top block is not hex$/],
  ])('error: asks again and again where events are %s', async (_, data, problem) => {
    const { wallet, live, asked, followed, lines } = await scene()
    await followed()
    wallet.autoRefresh.start(1)
    live.connections.at(-1)!.write(`event: tip\n${data}`)
    await vi.waitFor(() => expect(lines.at(-1)).toMatch(problem), soon)
    asked.length = 0
    await vi.waitFor(() => expect(asked.length).toBeGreaterThan(1), soon)
    expect(live.connections).toHaveLength(1)
  })

  test('error: a pool transaction that is not the announced one is refused', async () => {
    const { wallet, live, followed, lines, pay } = await scene()
    await followed()
    const [payment, other] = [pay(), pay()]
    live.sendPool([{ ...payment, txid: other.txid }])
    await vi.waitFor(() => expect(lines.at(-1)).toContain('was not requested'), soon)
    expect(wallet.store.pool.size).toBe(0)
  })
})
