import { describe, expect, test, vi } from 'vitest'
import type { Session } from '../../../web/state/session.svelte.ts'
import { WalletState, type Accounts } from '../../../web/state/wallet.svelte.ts'

type Params = { account_index?: number; ids?: string[] }

/** A wallet whose answers name their account. @param warnings - Called with the params of a call. */
function open(warnings: (params: Params) => unknown[] = () => []) {
  const get = (_: object, name: string) => async (params: Params) => {
    if (name === 'get_transfers') return { in: [{ account: params.account_index }] }
    const answer = { account: params.account_index }
    if (name === 'dismiss_warnings') return void warnings(params)
    return name === 'get_overview'
      ? { balance: answer, warnings: warnings({}) }
      : { ...answer, height: 1n }
  }
  const session = { client: new Proxy({}, { get }), wallet: undefined as unknown }
  const wallet = new WalletState(session as unknown as Session, 'mine')
  session.wallet = wallet
  return wallet
}

const turn = () => new Promise((resolve) => setImmediate(resolve))
const shown = ({ balance, addresses, transfers }: WalletState) => ({
  balance,
  addresses,
  transfers,
})
const of = (account: number) => ({
  balance: { account },
  addresses: { account },
  transfers: [{ account }],
})

describe('the account on screen', () => {
  test('is read completely', async () => {
    const wallet = open()
    wallet.begin()
    await turn()
    expect(shown(wallet)).toMatchObject(of(0))
  })

  test('hides the previous account at once', async () => {
    const wallet = open()
    wallet.begin()
    await turn()
    wallet.choose(1)
    expect(shown(wallet)).toEqual({
      balance: undefined,
      addresses: undefined,
      transfers: undefined,
    })
    await turn()
    expect(shown(wallet)).toMatchObject(of(1))
  })

  test('ignores late answers about the previous account', async () => {
    const wallet = open()
    wallet.begin()
    const seen = new Set<unknown>()
    wallet.choose(1)
    for (let i = 0; i < 50; i++) {
      seen.add((wallet.balance as (Params & { account?: number }) | undefined)?.account)
      seen.add((wallet.addresses as { account?: number } | undefined)?.account)
      await Promise.resolve()
    }
    await turn()
    expect(seen).not.toContain(0)
    expect(shown(wallet)).toMatchObject(of(1))
  })

  test('is that of the address bar, once it exists', async () => {
    const wallet = open()
    wallet.begin()
    await turn()
    wallet.follow(1)
    expect(wallet.account).toBe(0)
    wallet.accounts = { subaddress_accounts: [{}, {}] } as unknown as Accounts
    wallet.follow(undefined)
    expect(wallet.account).toBe(0)
    wallet.follow(1)
    await turn()
    expect(wallet.account).toBe(1)
    expect(shown(wallet)).toMatchObject(of(1))
    wallet.accounts = { subaddress_accounts: [{}, {}] } as unknown as Accounts
    wallet.follow(2)
    expect(wallet.account).toBe(1)
  })

  test('stays when it is chosen again', async () => {
    const wallet = open()
    wallet.begin()
    await turn()
    wallet.choose(0)
    expect(shown(wallet)).toMatchObject(of(0))
  })
})

const unknown = {
  remainingSeconds: undefined,
  transactionsPerSecond: undefined,
  downloadedBytes: undefined,
}

describe('the newest block', () => {
  /** After a refresh to the top, whose block is so many seconds old. */
  function synced(seconds: number | undefined) {
    const wallet = open()
    const topTime = seconds === undefined ? undefined : Math.floor(Date.now() / 1000) - seconds
    wallet.onEvent({ kind: 'progress', height: 5n, target: 5n, topTime, ...unknown })
    return wallet
  }

  test.each([
    ['below 30 minutes is up to date', 1790, true],
    ['ahead of our clock is up to date', -600, true],
    ['of 30 minutes is not', 1800, false],
    ['that is unknown is not', undefined, false],
  ])('with an age %s', (_, seconds, expected) => {
    const wallet = synced(seconds)
    expect([wallet.synced, wallet.upToDate]).toEqual([true, expected])
  })

  test.each([
    ['two nodes have it', 5n, true],
    ['two nodes had an earlier one', 4n, false],
    ['no second node has it', undefined, false],
  ])('that is old is up to date if %s', (_, agreedHeight, expected) => {
    const wallet = synced(3600)
    const agreed = agreedHeight === undefined ? {} : { agreedHeight }
    wallet.onEvent({ kind: 'comparison', uncompared: [], ...agreed })
    expect(wallet.upToDate).toBe(expected)
  })

  test('is not up to date while blocks are checked', () => {
    const wallet = synced(0)
    expect(wallet.upToDate).toBe(true)
    const { height, target, topTime } = wallet
    const progress = { kind: 'progress', height, target, topTime, ...unknown } as const
    wallet.onEvent({ ...progress, checking: true })
    expect([wallet.synced, wallet.upToDate]).toEqual([true, false])
    wallet.onEvent(progress)
    expect(wallet.upToDate).toBe(true)
  })

  test('ages while no event arrives', () => {
    vi.useFakeTimers()
    try {
      const wallet = synced(0)
      const end = wallet.watchAge()
      vi.advanceTimersByTime(31 * 60_000)
      expect([wallet.topAge, wallet.upToDate]).toEqual([31 * 60, false])
      end()
      expect(vi.getTimerCount()).toBe(0)
    } finally {
      vi.useRealTimers()
    }
  })
})

test('warnings are those of the overview; all that are shown are dismissed', async () => {
  const warning = { id: 'vanished:ab', problem: 'vanished', txid: 'ab', amount: 5n }
  let warnings = [warning]
  const wallet = open(({ ids }) => (warnings = ids ? [] : warnings))
  await wallet.readBalance()
  expect(wallet.warnings).toEqual([warning])
  await wallet.dismissWarnings()
  expect(wallet.warnings).toEqual([])
})
