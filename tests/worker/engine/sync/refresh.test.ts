import { beforeAll, describe, expect, test } from 'vitest'
import { AnswerError } from '#protocol/daemon/errors.ts'
import { stringifyJson } from '#protocol/json/json.ts'
import { keysOfSeed } from '../../../../worker/engine/keys/account.ts'
import { seedKeys } from '../../../../worker/engine/keys/new-keys.ts'
import type { Clock, Daemon, ScanThreads } from '../../../../worker/engine/base/ports.ts'
import type { Wallet } from '../../../../worker/engine/wallet.ts'
import { mineBigBlocks } from '../../../support/chains/large-blocks.ts'
import { ScriptedChain } from '../../../support/chains/scripted-chain.ts'
import { withCalls } from '../../../support/daemons/lying-daemon.ts'
import { plainDaemon } from '../../../support/daemons/plain-daemon.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'
import { inProcessThreads } from '../../../support/wallets/in-process-scan-threads.ts'
import { scriptedWallet } from '../../../support/wallets/scripted-wallet.ts'
import { testSeed } from '../../../support/wallets/test-wallet.ts'

const crypto = await testCrypto()
const ours = { account: 0, address: 0 }

/** Each answer takes this time. */
const answerMs = 100
/** What scanning a slice, and a commit, take in the slow wallet. */
const [slowScanMs, slowCommitMs] = [10_000, 3_000]

/** Goes on to the next waiting time once no other work is left. */
class VirtualClock implements Clock {
  ms = 0
  #sleeping: { dueMs: number; wake: () => void }[] = []

  now() {
    return 1_800_000_000n
  }

  monotonicMs() {
    return this.ms
  }

  sleep(ms: number) {
    return new Promise<void>((wake) => this.#sleeping.push({ dueMs: this.ms + ms, wake }))
  }

  async until<T>(work: Promise<T>): Promise<T> {
    let isDone = false
    const end = () => void (isDone = true)
    work.then(end, end)
    for (;;) {
      for (let turn = 0; turn < 50; turn++) await new Promise((next) => setImmediate(next))
      if (isDone) return work
      this.#sleeping.sort((a, b) => a.dueMs - b.dueMs)
      const first = this.#sleeping.shift()
      if (!first) continue
      this.ms = Math.max(this.ms, first.dueMs)
      first.wake()
    }
  }
}

/** Threads whose results arrive late. */
function slowThreads(clock: Clock): ScanThreads {
  const { threads } = inProcessThreads(crypto, 1)
  const start = () => {
    const thread = threads.start()
    const listen: typeof thread.listen = (received, ended) =>
      thread.listen((report) => {
        if (report === 'ready') received(report)
        else void clock.sleep(slowScanMs).then(() => received(report))
      }, ended)
    return { post: thread.post, listen }
  }
  return { count: 1, start }
}

type Request = { ms: number; call: string }

/** The daemon, which notes each request with its time. */
const recorded = (clock: Clock & { ms: number }, requests: Request[]) => (daemon: Daemon) => {
  const noted = <T extends object>(table: T): T =>
    new Proxy(table, {
      get: (given, name) => async (params: never) => {
        requests.push({ ms: clock.ms, call: `${String(name)} ${stringifyJson(params)}` })
        await clock.sleep(answerMs)
        return (given as Record<string, (params: never) => unknown>)[String(name)]!(params)
      },
    })
  return {
    ...daemon,
    rpc: noted(daemon.rpc),
    json: noted(daemon.json),
    bin: noted(daemon.bin),
  } as Daemon
}

const asProxy = (daemon: Daemon) => daemon
const asMonerod = (script: ScriptedChain) => (daemon: Daemon) =>
  plainDaemon(daemon, () => script, { pruned: new Map(), whole: new Map(), requests: [] })

describe('the requests of a refresh', () => {
  const script = new ScriptedChain(crypto, keysOfSeed(crypto, testSeed))

  beforeAll(() => {
    for (let mined = 0; mined < 70; mined++) script.mine()
    mineBigBlocks(script, 6)
    script.perAnswer = 5
    script.wait(script.pay({ payments: [{ to: ours, amount: 7n }] }))
    script.wait(script.pay({ payments: [{ amount: 7n }] }))
  }, 120_000)

  type Recorded = { answers: (daemon: Daemon) => Daemon; seed?: Uint8Array; isSlow?: boolean }

  async function recordedWallet({ answers, seed = testSeed, isSlow = false }: Recorded) {
    const clock = new VirtualClock()
    const requests: Request[] = []
    const { wallet } = await scriptedWallet(crypto, {
      script,
      clock: {
        now: () => clock.now(),
        monotonicMs: () => clock.monotonicMs(),
        sleep: (ms) => clock.sleep(ms),
      },
      wrap: (daemon) => recorded(clock, requests)(answers(daemon)),
      wanted: { ...seedKeys(crypto, seed, 'English'), restoreHeight: 70n },
      scanThreads: isSlow ? slowThreads(clock) : inProcessThreads(crypto, 1).threads,
    })
    if (isSlow) slowCommits(wallet, clock)
    return { wallet, clock, requests }
  }

  function slowCommits({ store }: Wallet, clock: Clock) {
    const commit = store.commit.bind(store)
    store.commit = async (stage) => {
      await clock.sleep(slowCommitMs)
      return commit(stage)
    }
  }

  const cases: [string, (daemon: Daemon) => Daemon, whole: number][] = [
    ['our proxy', asProxy, 0],
    ['a plain monerod', asMonerod(script), 1],
  ]

  test.each(cases)(
    'to %s do not depend on what the wallet finds, nor on how long its work takes',
    async (_, answers, whole) => {
      const rich = await recordedWallet({ answers, isSlow: true })
      const poor = await recordedWallet({ answers, seed: new Uint8Array(32).fill(5) })
      for (const { wallet, clock } of [rich, poor]) await clock.until(wallet.sync.refresh())

      expect(rich.requests).toEqual(poor.requests)
      const names = rich.requests.map(({ call }) => call.split(' ')[0])
      expect(names).toEqual([
        'get_info',
        'get_transaction_pool_hashes',
        'get_transactions',
        ...new Array<string>(3).fill('get_blocks'),
        ...new Array<string>(whole).fill('get_blocks_by_height'),
        'get_output_distribution',
      ])
      expect(rich.requests.at(-1)!.ms).toBe(answerMs * (names.length - 1))
      expect(rich.clock.ms).toBeGreaterThan(poor.clock.ms + slowScanMs)

      for (const { wallet } of [rich, poor]) {
        expect(wallet.chain.height).toBe(77n)
        expect(wallet.store.outputCounts.size).toBe(1)
      }
      expect([rich, poor].map(({ wallet }) => wallet.store.pool.size)).toEqual([1, 0])
      expect(rich.wallet.store.outputs.size).toBeGreaterThan(5)
      expect(poor.wallet.store.outputs.size).toBe(0)
    },
    120_000,
  )
})

test('blocks are applied also when the pool is not answered; then the refresh fails', async () => {
  const { wallet, script } = await scriptedWallet(crypto, {
    wrap: (daemon) =>
      withCalls(daemon, {
        json: {
          get_transactions: () => Promise.reject(new AnswerError('get_transactions', 'not JSON')),
        },
      }),
  })
  script.mine([], ours).wait(script.pay({ payments: [{ to: ours, amount: 7n }] }))
  await expect(wallet.sync.refresh()).rejects.toThrow('not JSON')
  expect(wallet.store.outputs.size).toBe(1)
})
