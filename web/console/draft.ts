/**
 * The text typed into a form, and its conversion into values.
 *
 * Whole numbers are parsed as bigints, never as floating point.
 *
 * @module
 */
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { max64, type JsonSchema } from '#protocol/fields.ts'
import { JsonError, parseJson } from '#protocol/json/json.ts'
import type { ParamDoc } from '#protocol/openrpc.ts'

/** The text of a single value, empty if omitted; the items of a list; the members of an object. */
export type FormDraft = string | FormDraft[] | { [member: string]: FormDraft }

/** Errors by the path of the value, such as `destinations[0].amount`. */
export type FormErrors = { [path: string]: string }

/** The control in which a value is typed. */
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

/** A value with several schemas uses the first. */
const firstOf = (schema: JsonSchema): JsonSchema => schema.oneOf?.[0] ?? schema

export const membersOf = (schema: JsonSchema) => Object.entries(schema.properties ?? {})
export const itemOf = (schema: JsonSchema) => schema.items ?? {}

/** The options of a choice. */
export const choicesOf = (schema: JsonSchema): readonly string[] => schema.enum ?? ['true', 'false']

/** An empty draft. */
export function emptyDraft(schema: JsonSchema): FormDraft {
  const control = controlOf(schema)
  if (control === 'list') return []
  if (control !== 'object') return ''
  return Object.fromEntries(membersOf(schema).map(([name, member]) => [name, emptyDraft(member)]))
}

export const emptyParams = (params: readonly ParamDoc[]): { [name: string]: FormDraft } =>
  Object.fromEntries(params.map(({ name, schema }) => [name, emptyDraft(schema)]))

export type Read =
  { params: { [name: string]: unknown }; errors?: never } | { params?: never; errors: FormErrors }

/** The params of a form without omitted ones; or all errors. */
export function readParams(
  params: readonly ParamDoc[],
  draft: { readonly [name: string]: FormDraft },
): Read {
  const errors: FormErrors = {}
  const read: { [name: string]: unknown } = {}
  for (const { name, schema } of params) {
    const value = valueOf(schema, draft[name] ?? '', name, errors)
    if (value !== undefined) read[name] = value
  }
  return Object.keys(errors).length > 0 ? { errors } : { params: read }
}

function valueOf(schema: JsonSchema, draft: FormDraft, path: string, errors: FormErrors): unknown {
  if (Array.isArray(draft)) return listOf(schema, draft, path, errors)
  if (typeof draft === 'object') return objectOf(schema, draft, path, errors)
  if (draft === '' && schema.optional) return undefined
  const value = scalarOf(firstOf(schema), draft)
  if (!(value instanceof Invalid)) return value
  errors[path] = value.reason
  return undefined
}

function listOf(schema: JsonSchema, items: readonly FormDraft[], path: string, errors: FormErrors) {
  if (items.length === 0 && schema.optional) return undefined
  return items.map((item, index) => valueOf(itemOf(schema), item, `${path}[${index}]`, errors))
}

function objectOf(
  schema: JsonSchema,
  members: { [name: string]: FormDraft },
  path: string,
  errors: FormErrors,
) {
  if (schema.optional && isEmpty(members)) return undefined
  const read = membersOf(schema).map(([name, member]) => [
    name,
    valueOf(member, members[name] ?? '', `${path}.${name}`, errors),
  ])
  return Object.fromEntries(read.filter(([, value]) => value !== undefined)) as object
}

const isEmpty = (draft: FormDraft): boolean =>
  typeof draft === 'string' ? draft === '' : Object.values(draft).every(isEmpty)

/** Why a text is invalid. */
class Invalid {
  readonly reason: string

  constructor(reason: string) {
    this.reason = reason
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
  if (!choicesOf(schema).includes(text)) return new Invalid('Choose a value.')
  return schema.type === 'boolean' ? text === 'true' : text
}

function integerOf({ minimum = 0, maximum = max64 }: JsonSchema, text: string) {
  if (!/^-?\d{1,40}$/.test(text)) return new Invalid('Expected a whole number.')
  const value = BigInt(text)
  if (value < minimum || value > maximum)
    return new Invalid(`Expected a number from ${minimum} to ${maximum}.`)
  // Fields of up to 32 bits have bounds of type number, and values of that type.
  return typeof maximum === 'number' ? Number(value) : value
}

const numberOf = (text: string) =>
  /^-?\d+(?:\.\d+)?(?:e[+-]?\d{1,3})?$/i.test(text) && Number.isFinite(Number(text))
    ? Number(text)
    : new Invalid('Expected a number.')

function bytesOf(schema: JsonSchema, text: string) {
  if (!/^(?:[0-9a-f]{2})*$/i.test(text)) return new Invalid('Expected pairs of hex digits.')
  const bytes = hexToBytes(text)
  const { minLength = 0, maxLength, 'x-item-bytes': size } = schema
  if (maxLength !== undefined && (bytes.length > maxLength || bytes.length < minLength))
    return new Invalid(`Expected ${maxLength} bytes.`)
  if (size !== undefined && bytes.length % size !== 0)
    return new Invalid(`Expected entries of ${size} bytes each, without separators.`)
  return bytes
}

function jsonOf(text: string) {
  try {
    return parseJson(text, { integers: 'bigint' })
  } catch (error) {
    if (error instanceof JsonError) return new Invalid(error.message)
    throw error
  }
}

/** The default of a value as a form shows it; undefined for an empty default. */
export function shownDefault({ default: value }: JsonSchema): string | undefined {
  if (value instanceof Uint8Array)
    return value.some((byte) => byte !== 0) ? bytesToHex(value) : undefined
  if (value === '' || (typeof value === 'object' && value !== null)) return undefined
  return value === undefined ? undefined : String(value)
}

/** The draft without secrets. */
export function withoutSecrets(
  params: readonly ParamDoc[],
  draft: { readonly [name: string]: FormDraft },
): { [name: string]: FormDraft } {
  const secret = params.filter(({ schema }) => controlOf(schema) === 'secret')
  return { ...draft, ...Object.fromEntries(secret.map(({ name }) => [name, ''])) }
}

/** Params that are safe to show: a placeholder replaces each secret. */
export function withSecretsNamed(
  params: readonly ParamDoc[],
  values: { readonly [name: string]: unknown },
): { [name: string]: unknown } {
  const secret = params.filter(
    ({ name, schema }) => controlOf(schema) === 'secret' && Object.hasOwn(values, name),
  )
  return { ...values, ...Object.fromEntries(secret.map(({ name }) => [name, `<${name}>`])) }
}
