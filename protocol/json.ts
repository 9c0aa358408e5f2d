/**
 * JSON with exact integers, and with the raw bytes that monero writes into it.
 *
 * An integer literal becomes a number when that is exact and a bigint otherwise; a literal with a
 * fraction or an exponent becomes a {@link Decimal}, so that `1e0` is never taken for an integer.
 *
 * The scanner is our own in every engine: `JSON.parse` with a reviver that reads the source text of
 * literals, where an engine has it, takes longer, and refuses what monero writes into strings.
 *
 * @module
 */
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { bytesToLatin1, latin1ToBytes } from './bytes.ts'
import { Decimal, maxDepth, Scanner } from './json-scanner.ts'

export { Decimal, JsonError } from './json-scanner.ts'

export type JsonOptions = {
  /** `bigint`: every integer becomes a bigint, where one type matters more than a small value. */
  integers?: 'smallest' | 'bigint'
}

/**
 * Parses one JSON value.
 *
 * Beyond RFC 8259 it takes what monero puts into strings: control characters as they are, and the
 * escapes `\v` and `\'`. Of equal names the last counts; `__proto__` is a name like others.
 *
 * @throws JsonError
 * @see monero contrib/epee/src/parserse_base_utils.cpp transform_to_escape_sequence
 */
export function parseJson(text: string, { integers = 'smallest' }: JsonOptions = {}): unknown {
  const scanner = new Scanner(text, integers === 'bigint')
  const value = scanner.value(0)
  scanner.end()
  return value
}

/**
 * Parses a body of bytes, some of which may stand raw inside strings.
 *
 * @param options.text - How bytes become characters. `utf-8`: as UTF-8 or, where they are not that,
 *   a character a byte. `bytes`: always a character a byte, for answers with binary fields.
 * @throws JsonError
 */
export function parseJsonBytes(
  bytes: Uint8Array,
  { text = 'utf-8', ...options }: JsonOptions & { text?: 'utf-8' | 'bytes' } = {},
): unknown {
  return parseJson(text === 'bytes' ? bytesToLatin1(bytes) : decodeText(bytes), options)
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** UTF-8 where the bytes are that, else a character a byte. Never fails. */
export function decodeText(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    // Not UTF-8: a string of monero's may hold any bytes.
    return bytesToLatin1(bytes)
  }
}

// Control characters stand raw in strings, and are a byte in UTF-8 too.
const ascii = /^[\0-\x7f]*$/

/**
 * A value that is written without those of its members that are empty lists, however deep they are.
 *
 * @see monero contrib/epee/include/serialization/keyvalue_serialization_overloads.h serialize_stl_container_t_val
 */
export class WithoutEmptyLists {
  readonly value: unknown

  constructor(value: unknown) {
    this.value = value
  }
}

/**
 * Writes a value as JSON: bigints as bare integers, {@link Decimal}s as their text.
 *
 * Members that are `undefined` are left out. A `Uint8Array` becomes a string, a character a byte.
 *
 * @param indent - Spaces a level; 0 writes one line.
 * @throws TypeError for what JSON has no form for, such as NaN.
 */
export function stringifyJson(value: unknown, indent = 0): string {
  return write(value, { indent, quote: quoteText, emptyLists: true }, 0)
}

/**
 * Writes a value as JSON in bytes: text as UTF-8, a `Uint8Array` raw inside its string, as monero's
 * services write it.
 *
 * @throws TypeError as {@link stringifyJson}.
 * @see monero contrib/epee/include/storages/portable_storage_to_json.h dump_as_json
 */
export function stringifyJsonBytes(value: unknown): Uint8Array<ArrayBuffer> {
  return latin1ToBytes(write(value, { indent: 0, quote: quoteBytes, emptyLists: true }, 0))
}

/** JSON as it is sent: text where that is ASCII, else bytes. */
export type JsonBody = string | Uint8Array<ArrayBuffer>

/** The same as {@link stringifyJsonBytes}, for HTTP, which writes text without a copy. */
export function stringifyJsonBody(value: unknown): JsonBody {
  const text = write(value, { indent: 0, quote: quoteBytes, emptyLists: true }, 0)
  return ascii.test(text) ? text : latin1ToBytes(text)
}

/** A string in quotes. */
function quoteText(string: string | Uint8Array): string {
  if (typeof string !== 'string') return JSON.stringify(bytesToLatin1(string))
  // Nearly all are names and hex: what stands for itself is not looked at twice.
  return plain.test(string) ? `"${string}"` : JSON.stringify(string)
}

/** The same, a character a byte. */
function quoteBytes(string: string | Uint8Array): string {
  if (typeof string !== 'string')
    return `"${bytesToLatin1(string).replace(moneroEscapes, (char) => `\\${letters[char] ?? char}`)}"`
  return plain.test(string) ? `"${string}"` : bytesToLatin1(utf8ToBytes(JSON.stringify(string)))
}

/** Printable ASCII that JSON does not escape. */
const plain = /^[ !#-[\]-~]*$/

const moneroEscapes = /[\b\f\n\r\t\v"\\/]/g
const letters: { readonly [char: string]: string } = {
  '\b': 'b',
  '\f': 'f',
  '\n': 'n',
  '\r': 'r',
  '\t': 't',
  '\v': 'v',
}

// The reference counts objects alone, and each may stand in a list: what it reads can be echoed.
const deepestWritten = 2 * maxDepth

type Form = {
  indent: number
  quote: (string: string | Uint8Array) => string
  /** Whether members that are empty lists are written. */
  emptyLists: boolean
}

function write(value: unknown, form: Form, depth: number): string {
  if (typeof value === 'string' || value instanceof Uint8Array) return form.quote(value)
  if (value === null || typeof value === 'bigint' || typeof value === 'boolean')
    return String(value)
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  if (value instanceof Decimal) return value.text
  if (value instanceof WithoutEmptyLists)
    return write(value.value, { ...form, emptyLists: false }, depth)
  if (typeof value !== 'object') throw new TypeError(`JSON: no form for ${typeof value}`)
  if (depth >= deepestWritten) throw new TypeError(`JSON: nested deeper than ${deepestWritten}`)
  return Array.isArray(value) ? items(value, form, depth) : members(value, form, depth)
}

function items(list: readonly unknown[], form: Form, depth: number): string {
  const written: string[] = []
  for (const item of list) written.push(write(item, form, depth + 1))
  return brackets('[]', written, form, depth)
}

function members(object: object, form: Form, depth: number): string {
  const colon = form.indent ? ': ' : ':'
  const written: string[] = []
  for (const name of Object.keys(object)) {
    const value = (object as Record<string, unknown>)[name]
    if (value === undefined || (!form.emptyLists && isEmptyList(value))) continue
    written.push(form.quote(name) + colon + write(value, form, depth + 1))
  }
  return brackets('{}', written, form, depth)
}

function brackets(pair: '[]' | '{}', items: string[], { indent }: Form, depth: number): string {
  const [open, close] = pair
  if (!indent || items.length === 0) return `${open}${items.join(',')}${close}`
  const line = `\n${' '.repeat(indent * (depth + 1))}`
  return `${open}${line}${items.join(`,${line}`)}\n${' '.repeat(indent * depth)}${close}`
}

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0
