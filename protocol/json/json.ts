/**
 * JSON with exact integers, and with the raw bytes that monero writes into it.
 *
 * An integer literal becomes a number when that is exact and a bigint otherwise; a literal with a
 * fraction or an exponent becomes a {@link Decimal}, so that `1e0` is never taken for an integer.
 *
 * Why not `JSON.parse` with a reviver that reads the source text of literals: it is slower, missing in some
 * engines, and refuses strings as monero writes them.
 *
 * @module
 */
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { bytesToLatin1, latin1ToBytes } from '../bytes.ts'
import { Decimal, maxDepth, Scanner } from './scanner.ts'

export { Decimal, JsonError } from './scanner.ts'

export type JsonOptions = {
  /** `bigint`: every integer becomes a bigint, where one type matters more than a small value. */
  integers?: 'smallest' | 'bigint'
}

/**
 * Parses one JSON value.
 *
 * Beyond RFC 8259 it accepts monero's strings: raw control characters, and the escapes `\v` and `\'`. Of
 * duplicate names the last counts; `__proto__` is an ordinary name.
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
 * Parses a body of bytes, which may contain raw bytes inside strings.
 *
 * @param options.text - How bytes become characters. `utf-8`: as UTF-8 or, if invalid, one character per
 *   byte. `bytes`: always one character per byte, for answers with binary fields.
 * @throws JsonError
 */
export function parseJsonBytes(
  bytes: Uint8Array,
  { text = 'utf-8', ...options }: JsonOptions & { text?: 'utf-8' | 'bytes' } = {},
): unknown {
  return parseJson(text === 'bytes' ? bytesToLatin1(bytes) : decodeText(bytes), options)
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Decodes UTF-8 or, if invalid, one character per byte. Never fails. */
export function decodeText(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    // Not UTF-8: a string of monero may contain any bytes.
    return bytesToLatin1(bytes)
  }
}

// Strings may contain raw control characters, which are one byte in UTF-8 too.
const ascii = /^[\0-\x7f]*$/

/**
 * Marks a value to be written without empty lists, at any depth.
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
 * Members that are `undefined` are omitted. A `Uint8Array` becomes a string with one character per byte.
 *
 * @param indent - Spaces per level; 0 writes one line.
 * @throws TypeError for values without a JSON form, such as NaN.
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

/** JSON to send: text if it is ASCII, else bytes. */
export type JsonBody = string | Uint8Array<ArrayBuffer>

/** As {@link stringifyJsonBytes}, for HTTP, which sends text without a copy. */
export function stringifyJsonBody(value: unknown): JsonBody {
  const text = write(value, { indent: 0, quote: quoteBytes, emptyLists: true }, 0)
  return ascii.test(text) ? text : latin1ToBytes(text)
}

/** A string in quotes. */
function quoteText(string: string | Uint8Array): string {
  if (typeof string !== 'string') return JSON.stringify(bytesToLatin1(string))
  // Nearly all are names and hex, which need no escapes.
  return plain.test(string) ? `"${string}"` : JSON.stringify(string)
}

/** The same, one character per byte. */
export function quoteBytes(string: string | Uint8Array): string {
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

// The reference counts only objects, and each may be in a list: all that it reads can be echoed.
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
  if (typeof value !== 'object')
    throw new TypeError(`JSON: expected a JSON value, got ${typeof value}`)
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
