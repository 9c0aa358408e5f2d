/**
 * Whether a request fits its contract, as monerod's reader judges it.
 *
 * The reader is looser than a contract: where an object or a list is due and something else stands,
 * it reads nothing. Only a scalar of the wrong kind is refused.
 *
 * @see monero contrib/epee/include/serialization/keyvalue_serialization_overloads.h
 * @module
 */
import type { AnyField } from '#protocol/fields.ts'

/** Throws a `FieldError` naming the value that does not fit. */
export function check(field: AnyField, value: unknown, path = ''): void {
  if (value === undefined || value === null) return
  const { element, fields } = field.inside
  if (element) {
    if (Array.isArray(value)) value.forEach((item, at) => check(element, item, `${path}[${at}]`))
  } else if (fields) {
    for (const [name, inner] of Object.entries(fields))
      check(inner, member(value, name), path ? `${path}.${name}` : name)
  } else {
    field.parse(value, path)
  }
}

/** A member of an object; undefined for anything that is no object. */
export function member(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  return Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined
}
