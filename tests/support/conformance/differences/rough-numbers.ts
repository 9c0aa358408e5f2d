/**
 * Numbers that chance changes a little, and by how much at most.
 *
 * @module
 */

export type Members = { readonly [name: string]: unknown }

type Rough = {
  why: string
  /** `METHOD.FIELD` */
  fields: readonly string[]
  /** @param theirs - What holds the field. */
  isAlike: (field: string, theirs: Members, ours: Members) => boolean
}

/**
 * The most outputs that the scene's chain has. A ring's members stand as their distances from each other,
 * which together are no more than that; one from 128 on takes a second byte.
 *
 * @see monero src/common/varint.h
 */
export const mostOutputs = 511

/** By how many bytes two rings may differ; every payment of the scene spends one output. */
const bytes = BigInt(Math.floor(mostOutputs / 128))

/** Of a transaction with one input and two outputs, less than it takes with the smallest ring. */
const leastWeight = 1000n

/** To which fees are rounded up, in piconero. @see monero src/cryptonote_config.h FEE_QUANTIZATION */
const quantum = 10_000n

const apart = (a: bigint, b: bigint) => (a > b ? a - b : b - a)

/** Both have as many numbers in the field, one by one alike. */
function each(
  theirs: Members,
  ours: Members,
  field: string,
  isAlike: (a: bigint, b: bigint, at: number) => boolean,
): boolean {
  const [there, here] = [theirs, ours].map((of) => [of[field]].flat() as bigint[])
  return (
    there!.length === here!.length &&
    [...there!, ...here!].every((value) => typeof value === 'bigint') &&
    there!.every((value, at) => isAlike(value, here![at]!, at))
  )
}

/** As many bytes more cost so much more, rounded; as many bytes cost the same. */
function hasFeeOfItsBytes(field: string, theirs: Members, ours: Members): boolean {
  const weights = (of: Members) => [of.weight ?? of.weight_list ?? []].flat() as bigint[]
  return each(theirs, ours, field, (there, here, at) => {
    const [a, b] = [weights(theirs)[at], weights(ours)[at]]
    const more = a === undefined || b === undefined ? bytes : apart(a, b)
    const least = a ?? leastWeight
    const most = more === 0n ? 0n : (more * there + least - 1n) / least + quantum
    return apart(there, here) <= most
  })
}

const isSweep = ({ txid }: Members) => txid === '<swept>' || txid === '<single>'

export const roughNumbers: readonly Rough[] = [
  {
    why: `ring members are random: on so short a chain their offsets differ by ${bytes} bytes at most`,
    fields: [
      'transfer.weight',
      'sweep_single.weight',
      'transfer_split.weight_list',
      'sweep_all.weight_list',
    ],
    isAlike: (field, theirs, ours) => each(theirs, ours, field, (a, b) => apart(a, b) <= bytes),
  },
  {
    why: 'a sweep pays for its exact weight, a transfer for its estimated weight; with equal weights the fees are equal, and amount plus fee is always equal',
    fields: ['sweep_single.fee', 'sweep_all.fee_list'],
    isAlike: hasFeeOfItsBytes,
  },
  {
    why: 'only for the two sweeps of the scene',
    fields: ['get_transfers.fee', 'get_transfer_by_txid.fee'],
    isAlike: (field, theirs, ours) => isSweep(theirs) && hasFeeOfItsBytes(field, theirs, ours),
  },
  {
    why: 'a transaction in no block has the time at which the wallet saw it first, at most ten minutes apart',
    fields: ['get_transfers.timestamp', 'get_transfer_by_txid.timestamp'],
    isAlike: (field, theirs, ours) =>
      theirs.height === 0n &&
      ours.height === 0n &&
      each(theirs, ours, field, (a, b) => apart(a, b) <= 600n),
  },
]

/** Whether the field differs by no more than chance makes it. */
export const isRoughlySame = (
  method: string,
  field: string,
  theirs: Members,
  ours: Members,
): boolean =>
  roughNumbers.some(
    ({ fields, isAlike }) => fields.includes(`${method}.${field}`) && isAlike(field, theirs, ours),
  )

/** The result with what was swept as it is before the fee, which is the same in both wallets. */
export function beforeFees(method: string, result: unknown): unknown {
  if (Array.isArray(result)) return result.map((one) => beforeFees(method, one))
  if (typeof result !== 'object' || result === null) return result
  const members = result as Members
  if (/^sweep_/.test(method) || isSweep(members)) return withFees(members)
  return Object.fromEntries(
    Object.entries(members).map(([name, value]) => [name, beforeFees(method, value)]),
  )
}

function withFees(members: Members): Members {
  const { amount, fee, amount_list, fee_list, destinations } = members
  const plus = (value: unknown, more: unknown) => (value as bigint) + (more as bigint)
  const fees = fee_list as readonly bigint[] | undefined
  return {
    ...members,
    ...(amount !== undefined && { amount: plus(amount, fee) }),
    ...(amount_list !== undefined && {
      amount_list: (amount_list as bigint[]).map((each, at) => plus(each, fees?.[at])),
    }),
    ...(destinations !== undefined && {
      destinations: (destinations as Members[]).map((each) => ({
        ...each,
        amount: plus(each.amount, fee),
      })),
    }),
  }
}
