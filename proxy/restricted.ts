/**
 * Applies the rules of a restricted node, which the contracts contain as data.
 *
 * A proxy can be restricted while its upstream node is not.
 *
 * @module
 */
import type { CallRefusal, DaemonContract, ListCap, RangeCap } from '#protocol/daemon/contract.ts'
import { memberOf } from './member-of.ts'

type Params = Readonly<Record<string, unknown>>

/** How monerod refuses a call with these params; undefined when it accepts them. */
export function capRefusal(
  { onRestricted }: DaemonContract,
  params: Params,
): CallRefusal | undefined {
  const cap = onRestricted?.cap
  return cap && !isAccepted(cap, params[cap.list]) ? cap.refusal : undefined
}

function isAccepted({ accepts }: ListCap, value: unknown): boolean {
  const items: readonly unknown[] = Array.isArray(value) ? value : []
  if ('atMost' in accepts) return items.length <= accepts.atMost
  if ('atLeast' in accepts) return items.length >= accepts.atLeast
  const { exactly } = accepts
  return items.length === exactly.length && exactly.every((item, at) => item === items[at])
}

/** How monerod refuses a range of heights that exist; undefined when it accepts the range. */
export function rangeRefusal(
  { onRestricted }: DaemonContract,
  params: Params,
): RangeCap['refusal'] | undefined {
  const cap = onRestricted?.rangeCap
  if (!cap) return undefined
  return toBigInt(params[cap.to]) - toBigInt(params[cap.from]) > cap.atMost
    ? cap.refusal
    : undefined
}

/** The params with the values that a restricted node sets. Anything but an object stays unchanged. */
export function restrictParams({ onRestricted }: DaemonContract, params: unknown): unknown {
  const fixed = onRestricted?.params
  return fixed && typeof params === 'object' ? { ...params, ...fixed } : params
}

/** The result with the values that a restricted node sets, and numbers rounded up. */
export function restrictResult({ onRestricted }: DaemonContract, result: object): object {
  if (!onRestricted) return result
  const rounded = Object.entries(onRestricted.roundedUp ?? {}).map(([name, step]) => [
    name,
    roundUp(toBigInt(memberOf(result, name)), step!),
  ])
  return { ...result, ...onRestricted.result, ...Object.fromEntries(rounded) }
}

const roundUp = (value: bigint, step: bigint) => ((value + step - 1n) / step) * step

/** An integer in any of the forms that our JSON reader gives; 0 for anything else. */
function toBigInt(value: unknown): bigint {
  const digits = typeof value === 'object' ? '' : String(value)
  return /^\d+$/.test(digits) ? BigInt(digits) : 0n
}

/**
 * JSON text in which numbers of the given names are 0. The quotes inside strings are escaped, so the
 * pattern matches names only.
 */
export const zeroNumbers = (json: string, names: readonly string[]): string =>
  json.replace(new RegExp(`"(${names.join('|')})": *\\d+`, 'g'), '"$1": 0')
