import { describe, expect, test } from 'vitest'
import type { Session } from '../../../web/state/session.svelte.ts'
import { WalletState } from '../../../web/state/wallet.svelte.ts'

type Params = { account_index?: number }

/** A wallet whose answers name their account. */
function open() {
  const get = (_: object, name: string) => async (params: Params) => {
    if (name === 'get_transfers') return { in: [{ account: params.account_index }] }
    const answer = { account: params.account_index }
    return name === 'get_overview' ? { balance: answer } : { ...answer, height: 1n }
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

  test('stays when it is chosen again', async () => {
    const wallet = open()
    wallet.begin()
    await turn()
    wallet.choose(0)
    expect(shown(wallet)).toMatchObject(of(0))
  })
})
