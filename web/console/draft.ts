/**
 * What is typed into a form, and the values that it stands for.
 *
 * Whole numbers become bigints by their digits, and pass through no other number on the way.
 *
 * @module
 */
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import type { JsonSchema } from '#protocol/fields.ts'
import { JsonError, parseJson } from '#protocol/json.ts'
import type { ParamDoc } from '#protocol/openrpc.ts'

/** Text of a single value, empty while it is left out; a list's items; an object's members. */
export type FormDraft = string | FormDraft[] | { [member: string]: FormDraft }

/** What is wrong, by the path of the value: `destinations[0].amount`. */
export type FormErrors = { [path: string]: string }

/** How a value is typed. */
export type Control = 'object' | 'list' | 'choice' | 'number' | 'secret' | 'text' | 'long'

export function controlOf(given: JsonSchema): Control {
  const schema = firstOf(given)
  if (schema.properties) return 'object'
  if (schema.items) return 'list'
  if (schema.enum || schema.type === 'boolean') return 'choice'
  if (schema.type === 'integer' || schema.type === 'number') return 'number'
  if (schema.format === 'password') return 'secret'
  return schema.type === 'string' && !schema.contentEncoding ? 'text' : 'long'
}

/** Of several forms of a value, the first is typed. */
const firstOf = (schema: JsonSchema): JsonSchema =>
  (schema.oneOf as readonly JsonSchema[] | undefined)?.[0] ?? schema

export const membersOf = (schema: JsonSchema) =>
  Object.entries(schema.properties as Record<string, JsonSchema>)
export const itemOf = (schema: JsonSchema) => schema.items as JsonSchema

/** What a choice is among, as it is typed. */
export const choicesOf = (schema: JsonSchema): readonly string[] =>
  (schema.enum as readonly string[] | undefined) ?? ['true', 'false']

/** A draft in which nothing is typed. */
export function emptyDraft(schema: JsonSchema): FormDraft {
  const control = controlOf(schema)
  if (control === 'list') return []
  if (control !== 'object') return ''
  return Object.fromEntries(membersOf(schema).map(([name, member]) => [name, emptyDraft(member)]))
}

export const emptyParams = (params: readonly ParamDoc[]): { [name: string]: FormDraft } =>
  Object.fromEntries(params.map(({ name, schema }) => [name, emptyDraft(schema)]))

export type Read =
  { params: { [name: string]: unknown }; faults?: never } | { params?: never; faults: FormErrors }

/** The params of a form, without those that are left out; or everything that is wrong with them. */
export function readParams(
  params: readonly ParamDoc[],
  draft: { readonly [name: string]: FormDraft },
): Read {
  const faults: FormErrors = {}
  const read: { [name: string]: unknown } = {}
  for (const { name, schema } of params) {
    const value = valueOf(schema, draft[name] ?? '', name, faults)
    if (value !== undefined) read[name] = value
  }
  return Object.keys(faults).length > 0 ? { faults } : { params: read }
}

function valueOf(schema: JsonSchema, draft: FormDraft, path: string, faults: FormErrors): unknown {
  if (Array.isArray(draft)) return listOf(schema, draft, path, faults)
  if (typeof draft === 'object') return objectOf(schema, draft, path, faults)
  if (draft === '' && schema.optional) return undefined
  const value = scalarOf(firstOf(schema), draft)
  if (!(value instanceof Wrong)) return value
  faults[path] = value.words
  return undefined
}

function listOf(schema: JsonSchema, items: readonly FormDraft[], path: string, faults: FormErrors) {
  if (items.length === 0 && schema.optional) return undefined
  return items.map((item, index) => valueOf(itemOf(schema), item, `${path}[${index}]`, faults))
}

function objectOf(
  schema: JsonSchema,
  members: { [name: string]: FormDraft },
  path: string,
  faults: FormErrors,
) {
  if (schema.optional && isEmpty(members)) return undefined
  const read = membersOf(schema).map(([name, member]) => [
    name,
    valueOf(member, members[name] ?? '', `${path}.${name}`, faults),
  ])
  return Object.fromEntries(read.filter(([, value]) => value !== undefined)) as object
}

const isEmpty = (draft: FormDraft): boolean =>
  typeof draft === 'string' ? draft === '' : Object.values(draft).every(isEmpty)

/** What is wrong with a text. */
class Wrong {
  readonly words: string

  constructor(words: string) {
    this.words = words
  }
}

function scalarOf(schema: JsonSchema, text: string): unknown {
  if (schema.enum || schema.type === 'boolean') return choiceOf(schema, text)
  if (schema.type === 'integer') return integerOf(schema, text.trim())
  if (schema.type === 'number') return numberOf(text.trim())
  if (schema.contentEncoding) return bytesOf(schema, text.replace(/\s/g, ''))
  return schema.type === 'string' ? text : jsonOf(text)
}

function choiceOf(schema: JsonSchema, text: string) {
  if (!choicesOf(schema).includes(text)) return new Wrong('Choose one.')
  return schema.type === 'boolean' ? text === 'true' : text
}

function integerOf({ minimum, maximum }: JsonSchema, text: string) {
  if (!/^-?\d{1,40}$/.test(text)) return new Wrong('A whole number is needed.')
  const value = BigInt(text)
  const [least, most] = [BigInt(minimum as bigint), BigInt(maximum as bigint)]
  if (value < least || value > most) return new Wrong(`From ${least} to ${most}.`)
  // Fields of 32 bits and less are numbers in our code, and say so by their bounds.
  return typeof maximum === 'number' ? Number(value) : value
}

const numberOf = (text: string) =>
  /^-?\d+(?:\.\d+)?(?:e[+-]?\d{1,3})?$/i.test(text) && Number.isFinite(Number(text))
    ? Number(text)
    : new Wrong('A number is needed.')

function bytesOf(schema: JsonSchema, text: string) {
  if (!/^(?:[0-9a-f]{2})*$/i.test(text)) return new Wrong('Pairs of hex digits are needed.')
  const bytes = hexToBytes(text)
  const { minLength, maxLength, 'x-item-bytes': size } = schema
  if (
    typeof maxLength === 'number' &&
    (bytes.length > maxLength || bytes.length < Number(minLength))
  )
    return new Wrong(`${maxLength} bytes are needed.`)
  if (typeof size === 'number' && bytes.length % size !== 0)
    return new Wrong(`${size} bytes each are needed, one behind the other.`)
  return bytes
}

function jsonOf(text: string) {
  try {
    return parseJson(text, { integers: 'bigint' })
  } catch (error) {
    if (error instanceof JsonError) return new Wrong(error.message)
    throw error
  }
}

/** A value that may be left out, as a form shows its default: text, or nothing worth showing. */
export function shownDefault({ default: value }: JsonSchema): string | undefined {
  if (value instanceof Uint8Array)
    return value.some((byte) => byte !== 0) ? bytesToHex(value) : undefined
  if (value === '' || (typeof value === 'object' && value !== null)) return undefined
  return value === undefined ? undefined : String(value)
}

/** The draft without what nobody may look at. */
export function withoutSecrets(
  params: readonly ParamDoc[],
  draft: { readonly [name: string]: FormDraft },
): { [name: string]: FormDraft } {
  const secret = params.filter(({ schema }) => controlOf(schema) === 'secret')
  return { ...draft, ...Object.fromEntries(secret.map(({ name }) => [name, ''])) }
}

/** Params for everybody to see: instead of a secret stands its name. */
export function withSecretsNamed(
  params: readonly ParamDoc[],
  values: { readonly [name: string]: unknown },
): { [name: string]: unknown } {
  const secret = params.filter(
    ({ name, schema }) => controlOf(schema) === 'secret' && Object.hasOwn(values, name),
  )
  return { ...values, ...Object.fromEntries(secret.map(({ name }) => [name, `<${name}>`])) }
}
