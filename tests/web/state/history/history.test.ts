import { describe, expect, test } from 'vitest'
import { RpcError } from '#protocol/errors.ts'
import { noFilter } from '../../../../web/state/history/filter.ts'
import { historyOf } from '../../../../web/state/history/history.svelte.ts'
import type { Transfer, WalletState } from '../../../../web/state/wallet.svelte.ts'

const transfer = (txid: string, fields: Partial<Transfer> = {}) =>
  ({
    txid,
    type: 'out',
    amount: 1_500_000_000_000n,
    fee: 1n,
    note: '',
    locked: false,
    timestamp: 1n,
    height: 7n,
    payment_id: '',
    address: 'own',
    subaddr_index: { major: 0, minor: 0 },
    destinations: [],
    ...fields,
  }) as Transfer

const transfers = [
  transfer('aa', { note: 'Café au lait' }),
  transfer('bb', { destinations: [{ address: 'bakery', amount: 1n }] }),
  transfer('cc', { type: 'in' }),
]

/** @param everything - Transfers of all accounts, call by call. */
function open(everything: Promise<unknown>[] = []) {
  const session = {
    wallet: undefined as unknown,
    client: {
      get_address_book: async () => ({
        entries: [{ index: 0n, address: 'bakery', description: 'Alice', payment_id: '' }],
      }),
      get_attribute: async () => ({ value: '{"cc":"Wages"}' }),
      get_transfers: () => everything.shift(),
    },
  }
  const wallet = { session, transfers } as unknown as WalletState
  session.wallet = wallet
  return { wallet, session, history: historyOf(wallet) }
}

const ids = (found: readonly Transfer[]) => found.map(({ txid }) => txid)

describe('the history of a wallet', () => {
  test('is the same one on all screens', () => {
    const { wallet, history } = open()
    expect(historyOf(wallet)).toBe(history)
    expect(open().history).not.toBe(history)
  })

  test.each([
    ['', ['aa', 'bb', 'cc']],
    ['CAFÉ', ['aa']],
    ['lait café', ['aa']],
    ['café tea', []],
    ['alice', ['bb']],
    ['bakery', ['bb']],
    ['wages', ['cc']],
    ['1.5', ['aa', 'bb', 'cc']],
    ['cc', ['cc']],
  ])('search for “%s” finds %j', async (typed, expected) => {
    const { history } = open()
    await history.open()
    await history.search.find(typed)
    expect(ids(history.found)).toEqual(expected)
  })

  test('search knows a contact that is read later', async () => {
    const { history } = open()
    await history.search.find('alice')
    expect(ids(history.found)).toEqual([])
    await history.open()
    expect(ids(history.found)).toEqual(['bb'])
  })

  test('filters by direction, contact and category', async () => {
    const { history } = open()
    await history.open()
    history.show('direction=out')
    expect(ids(history.found)).toEqual(['aa', 'bb'])
    history.show('contact=0')
    expect(ids(history.found)).toEqual(['bb'])
    history.show('contact=9')
    expect(ids(history.found)).toEqual([])
    history.show('')
    expect(history.filter).toEqual(noFilter)
    history.category = 'Wages'
    expect(ids(history.found)).toEqual(['cc'])
  })

  test('names the contacts of a payment', async () => {
    const { history } = open()
    await history.open()
    expect(history.contactsOf(transfers[1]!)).toBe('Alice')
    expect(history.contactsOf(transfers[0]!)).toBe('')
    expect([history.contactAt('bakery'), history.contactAt('x')]).toEqual(['Alice', undefined])
  })

  test('keeps the keyboard on its transaction', async () => {
    const aa = 'aa'.repeat(32)
    const bb = 'bb'.repeat(32)
    const list = (...all: string[]) => Promise.resolve({ in: all.map((txid) => transfer(txid)) })
    const { history } = open([list(aa, bb), list('cc'.repeat(32), aa, bb), list(aa)])
    history.show('account=all')
    await history.readEverything()
    expect(history.active).toBe(0)
    history.activate(1)
    expect(history.active).toBe(1)
    await history.readEverything()
    expect(history.active).toBe(2)
    await history.readEverything()
    expect(history.active).toBe(0)
    history.activate(7)
    expect(history.active).toBe(0)
  })

  test('of all accounts ignores a late answer to an older read', async () => {
    let answerFirst: (value: unknown) => void = () => {}
    const first = new Promise((resolve) => (answerFirst = resolve))
    const { history } = open([first, Promise.resolve({ in: [transfer('new')] })])
    history.show('account=all')
    expect(history.transfers).toBeUndefined()
    const reads = [history.readEverything(), history.readEverything()]
    await reads[1]
    answerFirst({ in: [transfer('old')] })
    await reads[0]
    expect(ids(history.found)).toEqual(['new'])
  })

  test('error: says what could not be read, unless the wallet is closed', async () => {
    const failed = () => Promise.reject(new RpcError('NO_DAEMON_CONNECTION', 'lost'))
    const { history } = open([failed()])
    await history.readEverything()
    expect(history.error).toMatch(/^The node cannot be reached/)
    const closed = open([failed()])
    closed.session.wallet = undefined
    await closed.history.readEverything()
    expect(closed.history.error).toBeUndefined()
  })
})
