import { describe, expect, test } from 'vitest'
import { errorDetails } from '#protocol/error-details.ts'
import { AnswerError, ConnectionError, DaemonError } from '#protocol/daemon/errors.ts'
import type { ScriptedChain } from '../../../support/chains/scripted-chain.ts'
import { refreshFrom, withCalls } from '../../../support/daemons/lying-daemon.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'
import { scriptedWallet } from '../../../support/wallets/scripted-wallet.ts'
import { testWallet } from '../../../support/wallets/test-wallet.ts'

const crypto = await testCrypto()
const ours = { account: 0, address: 0 }

describe('refresh', () => {
  test('waits for a running refresh', async () => {
    const { wallet, script } = await scriptedWallet(crypto)
    for (let mined = 0; mined < 5; mined++) script.mine([], ours)
    const both = await Promise.all([wallet.sync.refresh(), wallet.sync.refresh()])
    expect(both.map(({ blocksFetched }) => blocksFetched)).toEqual([5n, 0n])
    expect(wallet.store.outputs.size).toBe(5)
  })

  test('does nothing in an offline wallet', async () => {
    const { wallet, script } = await scriptedWallet(crypto, {
      wrap: (daemon) => ({ ...daemon, isOffline: true }),
    })
    script.mine([], ours)
    expect(await wallet.sync.refresh()).toEqual({ blocksFetched: 0n, receivedMoney: false })
    expect(wallet.chain.height).toBe(1n)
  })
})

describe('view', () => {
  test('takes the time of the chain from the daemon, and keeps its distance to the clock', async () => {
    let now = 1_800_000_000n
    let adjustedTime = now + 700n
    const { wallet } = await scriptedWallet(crypto, {
      clock: { now: () => now },
      wrap: (daemon) =>
        withCalls(daemon, {
          rpc: {
            get_info: async () => ({
              ...(await daemon.rpc.get_info({})),
              adjusted_time: adjustedTime,
            }),
          },
        }),
    })
    expect(wallet.sync.view()).toMatchObject({ height: 1n, time: now, now })
    await wallet.sync.refresh()
    expect(wallet.sync.view()).toMatchObject({ time: now + 700n, now })
    // A daemon that does not send its time.
    adjustedTime = 0n
    await wallet.sync.refresh()
    now += 60n
    expect(wallet.sync.view()).toMatchObject({ time: now + 700n, now })
    wallet.setDaemon({ address: 'other', trusted: false })
    expect(wallet.sync.view()).toMatchObject({ time: now, now })
  })
})

describe('lookAgain', () => {
  test('error: another call ends it, and no change is committed', async () => {
    const cancels: (() => void)[] = []
    const { wallet } = await scriptedWallet(crypto, {
      wrap: (daemon) =>
        withCalls(daemon, {
          rpc: {
            get_info(params) {
              cancels.pop()?.()
              return daemon.rpc.get_info(params)
            },
          },
        }),
    })
    cancels.push(() => wallet.sync.cancel())
    let staged = 0
    await expect(wallet.sync.lookAgain(new Map(), () => void staged++, true)).rejects.toMatchObject(
      {
        reason: 'UNKNOWN_ERROR',
        message: 'another call came first',
        data: errorDetails.interrupted,
      },
    )
    expect(staged).toBe(0)
  })
})

describe('lookAtPool', () => {
  const paid = (script: ScriptedChain) => script.pay({ payments: [{ to: ours, amount: 9n }] })

  test('applies the pool; without an answer the known state stays', async () => {
    const made = await scriptedWallet(crypto)
    const { wallet, script } = made
    script.wait(paid(script))
    await wallet.sync.lookAtPool()
    expect(wallet.store.pool.size).toBe(1)
    wallet.setDaemon({ address: 'away', trusted: false })
    script.pool.clear()
    await wallet.sync.lookAtPool()
    expect(wallet.store.pool.size).toBe(1)
  })

  test('waits three seconds at most for a daemon that does not answer', async () => {
    const slept: number[] = []
    const { wallet } = await scriptedWallet(crypto, {
      clock: { sleep: async (ms) => void slept.push(ms) },
      wrap: (daemon) =>
        withCalls(daemon, {
          bin: { get_transaction_pool_hashes: () => new Promise<never>(() => {}) },
        }),
    })
    slept.length = 0
    await wallet.sync.lookAtPool()
    expect(slept).toEqual([3_000])
    await wallet.sync.close()
  })
})

describe('error: a daemon that', () => {
  test.each([
    [
      'cannot be reached',
      new ConnectionError('connection refused'),
      'NO_DAEMON_CONNECTION',
      'no connection to daemon',
    ],
    ['is busy', new DaemonError('get_blocks', 'BUSY'), 'DAEMON_IS_BUSY', 'daemon is busy'],
    [
      'fails',
      new DaemonError('get_blocks', 'Failed'),
      'UNKNOWN_ERROR',
      'daemon: get_blocks: Failed',
    ],
    [
      'answers HTML',
      new AnswerError('get_blocks', 'wrong signature'),
      'UNKNOWN_ERROR',
      'wrong signature',
    ],
  ])('%s fails the refresh, and nothing changes', async (_, error, reason, message) => {
    for (const lie of [
      { pool: () => Promise.reject(error) },
      {
        blocks: () => {
          throw error
        },
      },
      {
        info: () => {
          throw error
        },
      },
    ]) {
      const { outcome, before, after } = await refreshFrom(lie)
      expect(outcome).toMatchObject({ name: 'RpcError', reason })
      expect((outcome as Error).message).toContain(message)
      expect(after).toEqual(before)
    }
  })
})

test('error: no daemon is set', async () => {
  const wallet = await testWallet()
  await expect(wallet.sync.refresh()).rejects.toThrow('no connection to daemon')
  expect(wallet.chain.height).toBe(1n)
})
