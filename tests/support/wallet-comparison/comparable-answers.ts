/**
 * Answers of two wallets made comparable.
 *
 * @module
 */
import { unorderedLists } from './unordered-lists.ts'

/** Only our wallet marks payments in pruned transactions; which blocks it has whole depends on its refreshes. */
const isOursAlone = (name: string) => name === 'unverified'

/** A result as the wire would show it: integers are bigints, what is undefined or an empty list is absent. */
export function asOnWire(value: unknown): unknown {
  if (typeof value === 'number') return BigInt(value)
  if (Array.isArray(value)) return value.map(asOnWire)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).filter(
    ([name, member]) =>
      member !== undefined && !(Array.isArray(member) && member.length === 0) && !isOursAlone(name),
  )
  return Object.fromEntries(fields.sort().map(([name, member]) => [name, asOnWire(member)]))
}

/** A method's result as the wire would show it, lists whose order is chance in an order of their own. */
export const asAnswered = (method: string, result: unknown): unknown =>
  inOneOrder(asOnWire(result), method)

/** @param path - `METHOD.FIELD`, as the table of lists has it. */
function inOneOrder(value: unknown, path: string): unknown {
  if (Array.isArray(value)) {
    const chance = unorderedLists[path]
    const members = value.map((each) => inOneOrder(each, `${path}[]`))
    return chance ? sorted(members, chance.among) : members
  }
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).map(
    ([name, member]) => [name, inOneOrder(member, `${path}.${name}`)] as const,
  )
  return Object.fromEntries(fields)
}

/** The list in an order that its members alone decide. @param among - Only members alike in this field change places. */
function sorted(list: readonly unknown[], among?: string): unknown[] {
  const group = (value: unknown) => among && (value as { [name: string]: unknown })[among]
  const ranks = [...new Set(list.map(group))]
  return list
    .map((value) => ({ value, rank: ranks.indexOf(group(value)), key: keyOf(value) }))
    .sort((a, b) => a.rank - b.rank || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ value }) => value)
}

const keyOf = (value: unknown) =>
  JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'bigint' ? member.toString().padStart(20, '0') : member,
  )

/** The value without these fields, at any depth. */
export function without(value: unknown, ...names: string[]): unknown {
  if (Array.isArray(value)) return value.map((each) => without(each, ...names))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !names.includes(name))
      .map(([name, member]) => [name, without(member, ...names)]),
  )
}
