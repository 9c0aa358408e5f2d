/**
 * The filter of the history. All of it except the typed search stands in the fragment of the address bar.
 *
 * @module
 */
import { parseAmount } from '#protocol/amount.ts'
import type { Transfer } from '../wallet.svelte.ts'

const choices = {
  direction: ['all', 'in', 'out'],
  state: ['all', 'confirmed', 'locked', 'waiting', 'unverified', 'failed'],
  note: ['all', 'with', 'without'],
} as const

type Choice<Name extends keyof typeof choices> = (typeof choices)[Name][number]

export type HistoryFilter = {
  direction: Choice<'direction'>
  state: Choice<'state'>
  note: Choice<'note'>
  /** First day, `YYYY-MM-DD` in the user's time zone; empty for any. */
  from: string
  /** Last day. */
  to: string
  /** Smallest amount without the fee, in XMR as typed; empty for any. */
  least: string
  /** Largest amount. */
  most: string
  /** Index of the contact in the address book; empty for any. */
  contact: string
  /** `all` for every account; empty for the account on screen. */
  account: '' | 'all'
}

export const noFilter: HistoryFilter = {
  direction: 'all',
  state: 'all',
  note: 'all',
  from: '',
  to: '',
  least: '',
  most: '',
  contact: '',
  account: '',
}

const names = Object.keys(noFilter) as (keyof HistoryFilter)[]

/** The filter as a part of the fragment, such as `direction=in&least=0.5`; empty without a filter. */
export function formatFilter(filter: HistoryFilter): string {
  const set = names.filter((name) => filter[name] !== noFilter[name])
  return new URLSearchParams(set.map((name) => [name, filter[name]])).toString()
}

/** Link to the history with this filter. */
export function historyLink(filter: HistoryFilter): string {
  const fragment = formatFilter(filter)
  return fragment ? `#/history/${fragment}` : '#/history'
}

/** The filter that a fragment names. Unknown and invalid parts are ignored. */
export function parseFilter(text: string): HistoryFilter {
  const params = new URLSearchParams(text)
  const choice = <Name extends keyof typeof choices>(name: Name) =>
    (choices[name] as readonly Choice<Name>[]).find((value) => value === params.get(name)) ?? 'all'
  const valid = (name: string, isValid: (text: string) => boolean) => {
    const value = params.get(name) ?? ''
    return isValid(value) ? value : ''
  }
  return {
    direction: choice('direction'),
    state: choice('state'),
    note: choice('note'),
    from: valid('from', isDay),
    to: valid('to', isDay),
    least: valid('least', isAmount),
    most: valid('most', isAmount),
    contact: valid('contact', (value) => /^\d{1,9}$/.test(value)),
    account: params.get('account') === 'all' ? 'all' : '',
  }
}

const isAmount = (text: string) => parseAmount(text) !== undefined
const isDay = (text: string) => midnight(text) !== undefined

/** Unix time of the first second of a day in the user's time zone. @param offset - Days after it. */
function midnight(day: string, offset = 0): bigint | undefined {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? []
  const start = new Date(Number(year), Number(month) - 1, Number(date))
  if (start.getMonth() + 1 !== Number(month) || start.getDate() !== Number(date)) return undefined
  start.setDate(start.getDate() + offset)
  return BigInt(Math.floor(start.getTime() / 1000))
}

export const isReceived = ({ type }: Transfer): boolean =>
  type === 'in' || type === 'block' || type === 'pool'

/** @returns `unverified` is a property beside it, not a state. */
export function stateOf({
  type,
  locked,
}: Transfer): Exclude<HistoryFilter['state'], 'all' | 'unverified'> {
  if (type === 'failed') return 'failed'
  if (type === 'pending' || type === 'pool') return 'waiting'
  return locked ? 'locked' : 'confirmed'
}

/**
 * The test that a filter applies to each transfer; `account` is not part of it.
 *
 * @param addresses - Of the contact that the filter names; undefined for any.
 */
export function matcher(
  filter: HistoryFilter,
  addresses: ReadonlySet<string> | undefined,
): (transfer: Transfer) => boolean {
  const { direction, state, note } = filter
  const [from, end] = [midnight(filter.from), midnight(filter.to, 1)]
  const [least, most] = [parseAmount(filter.least), parseAmount(filter.most)]
  return (transfer) =>
    (direction === 'all' || isReceived(transfer) === (direction === 'in')) &&
    (state === 'all' ||
      (state === 'unverified' ? transfer.unverified === true : stateOf(transfer) === state)) &&
    (note === 'all' || (transfer.note !== '') === (note === 'with')) &&
    (from === undefined || transfer.timestamp >= from) &&
    (end === undefined || transfer.timestamp < end) &&
    (least === undefined || transfer.amount >= least) &&
    (most === undefined || transfer.amount <= most) &&
    (addresses === undefined || transfer.destinations.some(({ address }) => addresses.has(address)))
}
