/**
 * Whether a request fits its contract, as monerod's reader judges it.
 *
 * The reader is looser than a contract: where an object or a list is due and something else stands,
 * it reads nothing. Only a scalar of the wrong kind is refused.
 *
 * @see monero contrib/epee/include/serialization/keyvalue_serialization_overloads.h
 * @module
 */
import type { AnyField, Fields, Value } from '#protocol/fields.ts'

/** Throws a `FieldError` naming the value that does not fit. */
function check(field: AnyField, value: unknown, path = ''): void {
  if (value === undefined || value === null) return
  const { element, fields } = field.inside
  if (element) {
    if (Array.isArray(value)) value.forEach((item, at) => check(element, item, `${path}[${at}]`))
  } else if (fields) {
    checkMembers(fields, value, path)
  } else {
    field.parse(value, path)
  }
}

/** The same of all params of a call. */
export function checkMembers(fields: Fields, value: unknown, path = ''): void {
  for (const [name, inner] of Object.entries(fields))
    check(inner, member(value, name), path ? `${path}.${name}` : name)
}

/**
 * The params that monerod's reader would read: what is absent, or stands where it cannot, is the
 * contract's default, or zero and empty where that has none.
 *
 * @param given - Has passed {@link check}.
 */
export const readParams = <F extends Fields>(fields: F, given: unknown): Value<F> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, read(field, member(given, name))]),
  ) as Value<F>

function read(field: AnyField, value: unknown): unknown {
  const { element, fields } = field.inside
  if (fields) return readParams(fields, value)
  if (element && Array.isArray(value)) return value.map((item) => read(element, item))
  if (element) return field.schema.optional ? field.parse(undefined, '') : []
  return field.parse(value ?? undefined, '')
}

/** A member of an object; undefined for anything that is no object. */
export function member(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  return Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined
}
