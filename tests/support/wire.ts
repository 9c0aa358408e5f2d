/**
 * Answers of two wallets made comparable.
 *
 * @module
 */

/**
 * A result as the wire would show it, with lists in an order of their own: integers are bigints,
 * what is undefined or an empty list is absent.
 *
 * Monero's wallet keeps payments in hash tables, so the order of its lists is chance.
 */
export function asOnWire(value: unknown): unknown {
  if (typeof value === 'number') return BigInt(value)
  if (Array.isArray(value))
    return value.map(asOnWire).sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).filter(
    ([, member]) => member !== undefined && !(Array.isArray(member) && member.length === 0),
  )
  return Object.fromEntries(fields.sort().map(([name, member]) => [name, asOnWire(member)]))
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
