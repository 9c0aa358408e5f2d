import { describe, expect, test } from 'vitest'
import { RpcError } from '#protocol/errors.ts'
import { Palette } from '../../../web/palette/palette.svelte.ts'
import type { Session } from '../../../web/state/session.svelte.ts'
import type { WalletState } from '../../../web/state/wallet.svelte.ts'

const account = (account_index: number, label: string) => ({
  account_index,
  label,
  tag: '',
  base_address: '',
  balance: 0n,
  unlocked_balance: 0n,
})
const transfer = (txid: string, major: number, timestamp: bigint, note = '') => ({
  type: 'in',
  txid,
  note,
  timestamp,
  amount: 1n,
  fee: 0n,
  locked: false,
  subaddr_index: { major, minor: 0 },
})

/** @param answers - Replace those of the wallet. */
function scene(answers: Record<string, () => unknown> = {}) {
  const all: Record<string, (params: { account_index?: number }) => unknown> = {
    get_address_book: () => ({
      entries: [{ index: 0n, address: '4anna', description: 'Anna', payment_id: '' }],
    }),
    get_transfers: () => ({
      in: [transfer('aa11', 0, 1n), transfer('bb22', 1, 3n, 'Rent of May')],
      out: [transfer('cc33', 0, 2n)],
      pending: [],
      failed: [],
      pool: [],
    }),
    get_address: ({ account_index = 0 }) => ({
      addresses: [
        { address_index: 0, address: `8first${account_index}`, label: '', used: false },
        { address_index: 1, address: `8second${account_index}`, label: 'Tenant', used: false },
      ],
    }),
    ...answers,
  }
  const client = Object.fromEntries(
    Object.entries(all).map(([name, answer]) => [name, async (params: object) => answer(params)]),
  )
  const calls: unknown[] = []
  const session = {
    client,
    paying: false,
    wallets: ['mine', 'other'],
    lock: async () => void calls.push('lock'),
    leave: async (to: object) => void calls.push(to),
  }
  const wallet = {
    name: 'mine',
    accounts: { subaddress_accounts: [account(0, 'Primary account'), account(1, 'House')] },
  }
  const make = () => new Palette(session as unknown as Session, wallet as unknown as WalletState)
  return { session, calls, palette: make(), make }
}

const ids = ({ results }: Palette) => results.map(({ id }) => id)

describe('the search over everything', () => {
  test('knows screens, settings, accounts and wallets at once', () => {
    const { palette } = scene()
    expect(palette.loading).toBe(true)
    expect(ids(palette)[0]).toBe('screen overview')
    palette.type('house')
    expect(ids(palette)).toEqual(['account 1'])
    palette.type('other')
    expect(ids(palette)).toEqual(['wallet other'])
    palette.type('mine')
    expect(ids(palette)).not.toContain('wallet mine')
  })

  test.each([
    ['anna', ['contact 0']],
    ['4anna', ['contact 0']],
    ['rent', ['transfer 0']],
    ['cc33', ['transfer 1']],
    ['tenant', ['address 0 1', 'address 1 1']],
    ['8second1', ['address 1 1']],
  ])('finds “%s” in the data of all accounts', async (query, found) => {
    const { palette } = scene()
    await palette.load()
    palette.type(query)
    expect(ids(palette)).toEqual(found)
    expect(palette).toMatchObject({ loading: false, error: undefined })
  })

  test('error: shows the rest when a part cannot be read, with the reason', async () => {
    const { palette } = scene({
      get_transfers: () => {
        throw new RpcError('IS_BACKGROUND_WALLET', 'This is a background wallet')
      },
    })
    await palette.load()
    expect(palette.error).toBe('This is a background wallet')
    palette.type('anna')
    expect(ids(palette)).toEqual(['contact 0'])
  })

  test('moves in a circle, and starts again with each letter', () => {
    const { palette } = scene()
    const last = palette.results.length - 1
    palette.move(-1)
    expect(palette.active).toBe(last)
    palette.move(1)
    expect(palette.active).toBe(0)
    palette.move(1)
    palette.type('s')
    expect(palette.active).toBe(0)
    palette.type('nothing like this')
    palette.move(1)
    expect(palette.active).toBe(-1)
  })

  test('locks, and switches wallets, but not during a payment', async () => {
    const { session, calls, palette, make } = scene()
    const run = async (query: string) => {
      palette.type(query)
      const [entry] = palette.results
      if (entry && 'run' in entry.target) await entry.target.run()
    }
    await run('lock this')
    expect(calls).toEqual(['lock'])
    await run('other')
    expect(calls).toEqual(['lock', { wallet: 'other' }])
    session.paying = true
    const during = make()
    during.type('other')
    expect(ids(during)).toEqual([])
  })
})
