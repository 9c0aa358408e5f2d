import { describe, expect, test } from 'vitest'
import { RpcError } from '#protocol/errors.ts'
import { HistoryCheck, historyCheckOf } from '../../../web/state/history-check.svelte.ts'
import type { WalletState } from '../../../web/state/wallet.svelte.ts'

/** A wallet with 150 blocks to verify, 64 with each call. @param onCall - Called before each answer. */
function page(onCall: (call: number) => void = () => {}) {
  const calls: number[] = []
  let left = 150n
  const session = {
    wallet: undefined as unknown,
    client: {
      async verify_history({ blocks }: { blocks: number }) {
        calls.push(blocks)
        onCall(calls.length)
        left = left > BigInt(blocks) ? left - BigInt(blocks) : 0n
        return {
          start_height: 1n,
          next_height: left === 0n ? 151n : left + 1n,
          end_height: 151n,
          blocks_left: left,
          bytes_left: left * 1000n,
          unverified_payments: left === 0n ? 0n : 1n,
        }
      },
    },
  }
  const wallet = { session } as unknown as WalletState
  session.wallet = wallet
  return { session, wallet, calls, check: new HistoryCheck(wallet) }
}

describe('a check of all payments', () => {
  test('reads what is left without a request to the node', async () => {
    const { check, calls } = page()
    await check.read()
    expect(calls).toEqual([0])
    expect(check.progress).toMatchObject({ blocks_left: 150n, unverified_payments: 1n })
    expect([check.wanted, check.isUnfinished]).toEqual([false, false])
  })

  test('runs until no block is left', async () => {
    const { check, calls } = page()
    const started = check.start()
    expect(check.wanted).toBe(true)
    await started
    expect(calls).toEqual([64, 64, 64])
    expect(check.progress?.blocks_left).toBe(0n)
    expect([check.wanted, check.isUnfinished]).toEqual([false, false])
  })

  test('ends with the call in which it is paused, and continues later', async () => {
    const { check, calls } = page((call) => {
      if (call === 1) check.pause()
    })
    await check.start()
    expect(calls).toEqual([64])
    expect([check.wanted, check.isUnfinished]).toEqual([false, true])
    await check.start()
    expect(calls).toEqual([64, 64, 64])
  })

  test('runs once, also when it is continued before a pause ends', async () => {
    const { check, calls } = page()
    const started = check.start()
    check.pause()
    await check.start()
    await started
    expect(calls).toEqual([64, 64, 64])
  })

  test('ends with an error, which the next start removes', async () => {
    const { check, calls } = page((call) => {
      if (call === 2) throw new RpcError('NO_DAEMON_CONNECTION', 'no connection to daemon')
    })
    await check.start()
    expect(calls).toHaveLength(2)
    expect(check.error).toMatch(/^The node cannot be reached/)
    expect([check.wanted, check.isUnfinished]).toEqual([false, true])
    await check.start()
    expect(check.error).toBeUndefined()
    expect(check.progress?.blocks_left).toBe(0n)
  })

  test('ends without an error when the wallet is closed, and calls no other wallet', async () => {
    const { check, calls, session } = page((call) => {
      if (call !== 2) return
      session.wallet = {}
      throw new RpcError('NOT_OPEN', 'No wallet file')
    })
    await check.start()
    expect(calls).toHaveLength(2)
    expect(check.error).toBeUndefined()
  })

  test('is the same one for all screens of a wallet', () => {
    const { wallet } = page()
    expect(historyCheckOf(wallet)).toBe(historyCheckOf(wallet))
    expect(historyCheckOf(page().wallet)).not.toBe(historyCheckOf(wallet))
  })
})
