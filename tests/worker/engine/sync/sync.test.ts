import { describe, expect, test } from 'vitest'
import { AnswerError, ConnectionError, DaemonError } from '#protocol/daemon/errors.ts'
import type { ScriptedChain } from '../../../support/chains/scripted-chain.ts'
import { refreshFrom } from '../../../support/daemons/lying-daemon.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'
import { scriptedWallet } from '../../../support/wallets/scripted-wallet.ts'
import { testWallet } from '../../../support/wallets/test-wallet.ts'

const crypto = await testCrypto()
const ours = { account: 0, address: 0 }

describe('refresh', () => {
  test('waits for a refresh that runs already', async () => {
    const { wallet, script } = await scriptedWallet(crypto)
    for (let mined = 0; mined < 5; mined++) script.mine([], ours)
    const both = await Promise.all([wallet.sync.refresh(), wallet.sync.refresh()])
    expect(both.map(({ blocksFetched }) => blocksFetched)).toEqual([5n, 0n])
    expect(wallet.store.outputs.size).toBe(5)
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

test('error: there is no daemon', async () => {
  const wallet = await testWallet()
  await expect(wallet.sync.refresh()).rejects.toThrow('no connection to daemon')
  expect(wallet.chain.height).toBe(1n)
})
