/**
 * The fields of an answer as a flat list, for the documentation of a call.
 *
 * @module
 */
import type { JsonSchema } from '#protocol/fields.ts'

export type AnswerField = {
  /** Path of the field: `transfers[].amount`. */
  path: string
  /** Type as JSON Schema names it. */
  type: string
  description: string
  /** Whether the answer can lack it. */
  optional: boolean
}

/** All fields in the order of the answer, members after the object that has them. */
export const answerFields = (schema: JsonSchema): AnswerField[] => membersOf(schema, '')

const membersOf = ({ properties = {} }: JsonSchema, prefix: string): AnswerField[] =>
  Object.entries(properties).flatMap(([name, member]) => fieldsOf(member, `${prefix}${name}`))

function fieldsOf(given: JsonSchema, path: string): AnswerField[] {
  const { description = '', optional = false } = given
  const schema = given.oneOf?.[0] ?? given
  const own = { path, type: typeOf(schema), description, optional }
  const [inner, end] = itemsOf(schema)
  return [own, ...membersOf(inner, `${path}${end}.`)]
}

/** The schema of the innermost items, and `[]` for each list around them. */
function itemsOf(schema: JsonSchema): [JsonSchema, string] {
  if (!schema.items) return [schema, '']
  const [inner, end] = itemsOf(schema.items)
  return [inner, `[]${end}`]
}

function typeOf({ type, enum: values, contentEncoding, properties, items }: JsonSchema): string {
  if (contentEncoding) return 'bytes'
  if (values) return values.map((value) => JSON.stringify(value)).join(' | ')
  if (items) return `${typeOf(items)}[]`
  if (properties) return 'object'
  return typeof type === 'string' ? type : (type?.join(' | ') ?? 'any')
}
