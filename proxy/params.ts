/**
 * Reads the params of a JSON request by its contract, as monerod's reader does.
 *
 * That reader is looser than a contract: it ignores a value that is not an object or a list where one
 * is expected. It refuses only a scalar of the wrong type.
 *
 * @see monero contrib/epee/include/serialization/keyvalue_serialization_overloads.h
 * @module
 */
import type { AnyField, Fields, Value } from '#protocol/fields.ts'
import { memberOf } from './member-of.ts'

/**
 * The params of a call. A missing or ignored value becomes the contract's default; without one, an
 * empty list or object.
 *
 * @throws FieldError naming the first value that does not fit.
 */
export function parseParams<F extends Fields>(fields: F, given: unknown, path = ''): Value<F> {
  const params: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(fields))
    params[name] = parseParam(field, memberOf(given, name), path ? `${path}.${name}` : name)
  return params as Value<F>
}

function parseParam(field: AnyField, value: unknown, path: string): unknown {
  const { element, fields } = field.inside
  if (fields) return parseParams(fields, value, path)
  if (!element) return field.parse(value ?? undefined, path)
  if (Array.isArray(value))
    return value.map((item, index) => parseParam(element, item, `${path}[${index}]`))
  return field.schema.optional ? field.parse(undefined, path) : []
}
