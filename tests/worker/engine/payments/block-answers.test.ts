import { describe, expect, test } from 'vitest'
import type { Daemon } from '../../../../worker/engine/base/ports.ts'
import { BlockAnswers } from '../../../../worker/engine/payments/block-answers.ts'
import { fakeDaemon } from '../../../support/daemons/fake-daemon.ts'
import { payingScene } from '../../../support/spending/two-coin-wallet.ts'

/** A daemon that counts its calls, and fails at those of `failing`. */
function counted(failing: readonly string[] = []) {
  const calls: string[] = []
  const answer = (name: string) => async () => {
    calls.push(name)
    if (failing.includes(name)) throw new Error(`${name} failed`)
    return { status: 'OK', number: calls.length }
  }
  const names = ['hard_fork_info', 'get_fee_estimate', 'get_info', 'get_txpool_backlog'] as const
  const rpc = Object.fromEntries(names.map((name) => [name, answer(name)]))
  return { calls, daemon: fakeDaemon({ rpc: rpc as never }) }
}

function scene() {
  let ms = 0
  const answers = new BlockAnswers({ monotonicMs: () => ms })
  const ask = async (daemon: Daemon, height = 100n) => {
    const { rpc } = answers.of(daemon, height)
    await rpc.get_fee_estimate({ grace_blocks: 10n })
    await rpc.get_fee_estimate({ grace_blocks: 10n })
    await rpc.get_info({})
    await rpc.get_txpool_backlog({})
  }
  return { answers, ask, wait: (more: number) => (ms += more) }
}

const everything = ['get_fee_estimate', 'get_info', 'get_txpool_backlog']

describe('answers that hold until the next block', () => {
  test('are requested once; those about the pool each time', async () => {
    const { ask } = scene()
    const { calls, daemon } = counted()
    await ask(daemon)
    await ask(daemon)
    expect(calls).toEqual([...everything, 'get_txpool_backlog'])
  })

  test.each<[string, (s: ReturnType<typeof scene>) => bigint | void]>([
    ['the next block', () => 101n],
    ['another chain with fewer blocks', () => 99n],
    ['30 seconds', ({ wait }) => void wait(30_000)],
    ['an error', ({ answers }) => answers.forget()],
  ])('are requested again after %s', async (_, change) => {
    const made = scene()
    const { calls, daemon } = counted()
    await made.ask(daemon)
    await made.ask(daemon, change(made) ?? 100n)
    expect(calls).toEqual([...everything, ...everything])
  })

  test('are kept for almost 30 seconds', async () => {
    const { ask, wait } = scene()
    const { calls, daemon } = counted()
    await ask(daemon)
    wait(29_999)
    await ask(daemon)
    expect(calls).toEqual([...everything, 'get_txpool_backlog'])
  })

  test('belong to one daemon', async () => {
    const { ask } = scene()
    const [one, other] = [counted(), counted()]
    await ask(one.daemon)
    await ask(other.daemon)
    expect(other.calls).toEqual(everything)
  })

  test('differ by parameters', async () => {
    const { answers } = scene()
    const { calls, daemon } = counted()
    const { rpc } = answers.of(daemon, 1n)
    await rpc.hard_fork_info({ version: 15 })
    await rpc.hard_fork_info({ version: 16 })
    await rpc.hard_fork_info({ version: 15 })
    expect(calls).toHaveLength(2)
  })

  test('a failure is not remembered', async () => {
    const { answers } = scene()
    const { calls, daemon } = counted(['get_info'])
    const { rpc } = answers.of(daemon, 1n)
    await expect(rpc.get_info({})).rejects.toThrow('get_info failed')
    await expect(rpc.get_info({})).rejects.toThrow('get_info failed')
    expect(calls).toHaveLength(2)
  })
})

describe('payments of one block', () => {
  const paying = payingScene()

  test('request the fee once, and again after a refused one', async () => {
    const { wallet, chain } = paying
    const build = () => wallet.spend.transfer(paying.request(), { relay: false })
    const honest = chain.fees
    let [fees, requests] = [honest.map(() => 2n ** 40n), 0]
    Object.defineProperty(chain, 'fees', { get: () => (requests++, fees) })
    await expect(build()).rejects.toThrow('more than the')
    fees = honest
    await build()
    expect(requests).toBe(2)
    await build()
    expect(requests).toBe(2)
  })
})
