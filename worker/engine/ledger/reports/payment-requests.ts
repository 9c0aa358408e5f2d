/**
 * Payment requests: each has an address of its own, so what arrives there pays it.
 *
 * @module
 */
import { compare } from '#protocol/bigint.ts'
import { RpcError } from '#protocol/errors.ts'
import { spendableAge } from '#protocol/rules/limits.ts'
import type { SubaddressIndex } from '../../store/records.ts'
import type { Change, Store } from '../../store/store.ts'
import { isUnverified } from '../transfer-view.ts'
import type { ChainView } from '../unlock.ts'

/** What was asked for. Amount in piconero, 0 for any; times in Unix seconds, `expires` 0 for never. */
export type PaymentRequest = {
  account: number
  address: number
  amount: bigint
  description: string
  recipient: string
  created: bigint
  expires: bigint
}

/** `part`: less than the amount. `seen`: all of it, not yet in blocks. `paid`: in blocks. `complete`: spendable. */
type RequestState = 'waiting' | 'seen' | 'part' | 'paid' | 'complete' | 'expired'

export type RequestProgress = {
  state: RequestState
  /** In blocks, and in the pool; piconero. */
  mined: bigint
  pending: bigint
  /** Of the payment that completes the amount, at most 10; 0 before. */
  confirmations: bigint
  /** Whether a counted payment is not yet verified. */
  unverified: boolean
}

/** Name of the attribute. Attributes are encrypted with the wallet. */
const attribute = 'nightjar.requests'

type Attributes = Pick<Store, 'attributes'>

/** All requests, oldest first. @throws {RpcError} UNKNOWN_ERROR if another program changed the attribute. */
export function readRequests({ attributes }: Attributes): PaymentRequest[] {
  return parseRequests(attributes.get(attribute))
}

/** Stages a new request. */
export function addRequest({ attributes }: Attributes, change: Change, request: PaymentRequest) {
  const all = parseRequests(change.get(attributes, attribute))
  change.put(attributes, attribute, writeRequests([...all, request]))
}

/** Stages the removal of a request. Its address stays. */
export function removeRequest({ attributes }: Attributes, change: Change, index: SubaddressIndex) {
  const all = parseRequests(change.get(attributes, attribute))
  const kept = all.filter(
    ({ account, address }) => account !== index.account || address !== index.address,
  )
  if (kept.length < all.length) change.put(attributes, attribute, writeRequests(kept))
}

/** What was paid of each request, in their order. */
export function requestProgress(
  { received, pool }: Pick<Store, 'received' | 'pool'>,
  requests: readonly PaymentRequest[],
  chain: Pick<ChainView, 'height' | 'now'>,
): RequestProgress[] {
  const arrivals = new Map(requests.map((request) => [nameOf(request), new Arrivals()]))
  for (const record of received.values()) {
    const { subaddress, amount, height } = record
    arrivals.get(nameOf(subaddress))?.mined.push({ amount, height, proved: !isUnverified(record) })
  }
  for (const { subaddress, amount, doubleSpendSeen } of pool.values()) {
    const arrival = arrivals.get(nameOf(subaddress))
    if (arrival && !doubleSpendSeen) arrival.pending += amount
  }
  return requests.map((request) => progressOf(request, arrivals.get(nameOf(request))!, chain))
}

class Arrivals {
  readonly mined: { amount: bigint; height: bigint; proved: boolean }[] = []
  pending = 0n
}

function progressOf(
  { amount, expires }: PaymentRequest,
  { mined, pending }: Arrivals,
  { height, now }: Pick<ChainView, 'height' | 'now'>,
): RequestProgress {
  const wanted = amount > 0n ? amount : 1n
  let [sum, confirmations] = [0n, 0n]
  for (const payment of mined.sort((a, b) => compare(a.height, b.height))) {
    const isBefore = sum < wanted
    sum += payment.amount
    if (isBefore && sum >= wanted && height > payment.height)
      confirmations = height - payment.height
  }
  if (confirmations > spendableAge) confirmations = spendableAge
  const unverified = mined.some(({ proved }) => !proved)
  const facts = { mined: sum, pending, confirmations, unverified }
  if (sum >= wanted) return { state: confirmations < spendableAge ? 'paid' : 'complete', ...facts }
  if (sum + pending >= wanted) return { state: 'seen', ...facts }
  if (sum + pending > 0n) return { state: 'part', ...facts }
  return { state: expires > 0n && expires <= now ? 'expired' : 'waiting', ...facts }
}

const nameOf = ({ account, address }: SubaddressIndex) => `${account}:${address}`

const writeRequests = (requests: readonly PaymentRequest[]): string =>
  JSON.stringify(requests, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value))

function parseRequests(stored: string | undefined): PaymentRequest[] {
  if (stored === undefined || stored === '') return []
  try {
    const list: unknown = JSON.parse(stored)
    if (Array.isArray(list)) return list.map(parseRequest)
  } catch {
    // Reported below.
  }
  throw new RpcError(
    'UNKNOWN_ERROR',
    `The payment requests of this wallet are not readable. Another program changed its attribute “${attribute}”.`,
  )
}

function parseRequest(stored: Record<keyof PaymentRequest, unknown>): PaymentRequest {
  const { account, address, description, recipient } = stored
  if (!isIndex(account) || !isIndex(address)) throw new TypeError('request: index')
  if (typeof description !== 'string' || typeof recipient !== 'string')
    throw new TypeError('request: text')
  const [amount, created, expires] = [stored.amount, stored.created, stored.expires].map(
    (value) => {
      if (typeof value !== 'string' || !/^\d{1,20}$/.test(value))
        throw new TypeError('request: number')
      return BigInt(value)
    },
  ) as [bigint, bigint, bigint]
  return { account, address, amount, description, recipient, created, expires }
}

const isIndex = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 2 ** 32
