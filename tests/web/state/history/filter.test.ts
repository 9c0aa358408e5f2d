import { describe, expect, test } from 'vitest'
import {
  formatFilter,
  historyLink,
  isReceived,
  matcher,
  noFilter,
  parseFilter,
  stateOf,
  type HistoryFilter,
} from '../../../../web/state/history/filter.ts'
import type { Transfer } from '../../../../web/state/wallet.svelte.ts'

const xmr = 1_000_000_000_000n
const noon = (year: number, month: number, day: number) =>
  BigInt(new Date(year, month - 1, day, 12).getTime() / 1000)

const transfer = (fields: Partial<Transfer>) =>
  ({
    txid: 'a'.repeat(64),
    type: 'in',
    amount: xmr,
    fee: 0n,
    note: '',
    locked: false,
    timestamp: noon(2026, 5, 10),
    destinations: [],
    ...fields,
  }) as Transfer

const isMatch = (
  filter: Partial<HistoryFilter>,
  fields: Partial<Transfer> = {},
  addresses?: string[],
) => matcher({ ...noFilter, ...filter }, addresses && new Set(addresses))(transfer(fields))

describe('a filter in the address bar', () => {
  test('is empty without a filter', () => {
    expect(formatFilter(noFilter)).toBe('')
    expect(parseFilter('')).toEqual(noFilter)
    expect(historyLink(noFilter)).toBe('#/history')
  })

  test('contains what differs, and is read back', () => {
    const filter: HistoryFilter = {
      direction: 'out',
      state: 'waiting',
      note: 'with',
      from: '2026-01-31',
      to: '2026-02-28',
      least: '0.5',
      most: '20',
      contact: '3',
      account: 'all',
    }
    expect(formatFilter({ ...noFilter, direction: 'in', least: '0.5' })).toBe(
      'direction=in&least=0.5',
    )
    expect(parseFilter(formatFilter(filter))).toEqual(filter)
    expect(historyLink({ ...noFilter, note: 'with' })).toBe('#/history/note=with')
  })

  test.each([
    'direction=up',
    'state=gone',
    'note=1',
    'from=2026-02-30',
    'from=26-2-3',
    'to=tomorrow',
    'least=-1',
    'most=1e3',
    'contact=x',
    'contact=-1',
    'account=7',
    'search=secret',
    'f'.repeat(64),
  ])('ignores %s', (text) => {
    expect(parseFilter(text)).toEqual(noFilter)
  })
})

describe('a transfer', () => {
  test.each([
    ['in', true, 'confirmed'],
    ['block', true, 'confirmed'],
    ['pool', true, 'waiting'],
    ['out', false, 'confirmed'],
    ['pending', false, 'waiting'],
    ['failed', false, 'failed'],
  ] as const)('of type %s: received %s, %s', (type, received, state) => {
    expect(isReceived(transfer({ type }))).toBe(received)
    expect(stateOf(transfer({ type }))).toBe(state)
  })

  test('in a block is locked or confirmed; one that waits is always locked', () => {
    expect(stateOf(transfer({ type: 'out', locked: true }))).toBe('locked')
    expect(stateOf(transfer({ type: 'pending', locked: true }))).toBe('waiting')
  })
})

describe('a filter', () => {
  test('of nothing accepts everything', () => {
    expect(isMatch({})).toBe(true)
    expect(isMatch({}, { timestamp: 0n, amount: 0n, type: 'failed' })).toBe(true)
  })

  test('of a direction', () => {
    expect(isMatch({ direction: 'in' })).toBe(true)
    expect(isMatch({ direction: 'out' })).toBe(false)
    expect(isMatch({ direction: 'out' }, { type: 'failed' })).toBe(true)
  })

  test('of a state', () => {
    expect(isMatch({ state: 'confirmed' })).toBe(true)
    expect(isMatch({ state: 'locked' })).toBe(false)
    expect(isMatch({ state: 'unverified' })).toBe(false)
    expect(isMatch({ state: 'unverified' }, { unverified: true })).toBe(true)
    expect(isMatch({ state: 'confirmed' }, { unverified: true })).toBe(true)
  })

  test('of notes', () => {
    expect(isMatch({ note: 'with' })).toBe(false)
    expect(isMatch({ note: 'with' }, { note: 'Rent' })).toBe(true)
    expect(isMatch({ note: 'without' }, { note: 'Rent' })).toBe(false)
  })

  test('of days contains both of them, in the user’s time zone', () => {
    const first = BigInt(new Date(2026, 4, 10).getTime() / 1000)
    const next = BigInt(new Date(2026, 4, 11).getTime() / 1000)
    const day = { from: '2026-05-10', to: '2026-05-10' }
    expect(isMatch(day, { timestamp: first })).toBe(true)
    expect(isMatch(day, { timestamp: next - 1n })).toBe(true)
    expect(isMatch(day, { timestamp: first - 1n })).toBe(false)
    expect(isMatch(day, { timestamp: next })).toBe(false)
    expect(isMatch({ to: '2026-05-09' })).toBe(false)
  })

  test('of amounts contains both bounds, and ignores the fee', () => {
    expect(isMatch({ least: '1', most: '1' }, { fee: xmr })).toBe(true)
    expect(isMatch({ least: '1.000000000001' })).toBe(false)
    expect(isMatch({ most: '0.999999999999' })).toBe(false)
    expect(isMatch({ least: 'much' })).toBe(true)
  })

  test('of a contact accepts payments to one of its addresses', () => {
    const destinations = [
      { address: 'other', amount: 1n },
      { address: 'alice', amount: 1n },
    ]
    expect(isMatch({}, { type: 'out', destinations }, ['alice'])).toBe(true)
    expect(isMatch({}, { type: 'out', destinations }, [])).toBe(false)
    expect(isMatch({}, {}, ['alice'])).toBe(false)
  })
})
