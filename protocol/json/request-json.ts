/**
 * JSON as monero's RPC servers parse it, so that the same requests are accepted and refused.
 *
 * The reference parses into typed storage. It accepts more than JSON: text after the object, an
 * unterminated object, a trailing comma, words in any case, any escape, garbage at the end of numbers. And
 * less: a list has values of one type and sign, no lists and no null; the root is an object.
 *
 * @module
 * @see monero contrib/epee/include/storages/portable_storage_from_json.h run_handler
 */
import { max64 } from '../fields.ts'
import { decodeText } from './json.ts'
import {
  controlEscapes,
  Decimal,
  isJsonNumber,
  JsonError,
  maxDepth,
  setMember,
  smallest,
  unicodeEscape,
} from './scanner.ts'

type Members = Record<string, unknown>

/**
 * The most values in a request of `bytes`. Requests with long values have fewer, so that no request takes much longer
 * to read than to send.
 */
const mostValues = (bytes: number) => 16_384 + Math.min(bytes, 4 * 1024 * 1024) / 8

/** A value, and its type in the reference's storage. */
type Typed = { type: 'string' | 'bool' | 'u64' | 'i64' | 'double' | 'object'; value: unknown }

export type RequestOptions = {
  /** Keeps `null` and empty lists, for a request that is forwarded. */
  keepsEmpty?: boolean
}

/**
 * Reads the body of a request. `null` and empty lists count as absent, so they are omitted; integers
 * are those of `parseJson`. An empty body is an empty object.
 *
 * @throws JsonError if the reference answers -32700, or HTTP 400; also for more values than one in eight bytes.
 */
export function parseRequest(
  body: Uint8Array,
  { keepsEmpty = false }: RequestOptions = {},
): Members {
  const root: Members = {}
  const reader = new RequestReader(decodeText(body), keepsEmpty)
  reader.skipSpace()
  if (!reader.atEnd()) reader.object(root, 0)
  return root
}

class RequestReader {
  readonly #text: string
  readonly #keepsEmpty: boolean
  #at = 0
  #valuesLeft: number

  constructor(text: string, keepsEmpty: boolean) {
    this.#text = text
    this.#keepsEmpty = keepsEmpty
    this.#valuesLeft = mostValues(text.length)
  }

  atEnd(): boolean {
    return this.#at >= this.#text.length
  }

  /** Skips the white space of C. */
  skipSpace() {
    while (isSpace(this.#text.charCodeAt(this.#at))) this.#at++
  }

  /**
   * Reads members into `members` until the object ends. The root may be unterminated; another
   * unterminated object must be empty.
   */
  object(members: Members, depth: number) {
    if (depth >= maxDepth) throw this.#fail(`expected at most ${maxDepth} nested levels`)
    const start = this.#at
    if (!this.#takes('{')) throw this.#fail('expected an object')
    if (this.#members(members, depth) || depth === 0) return
    this.#at = start + 1
    this.skipSpace()
    if (!this.atEnd()) throw this.#fail('unterminated object')
  }

  /** Whether the object was closed. */
  #members(members: Members, depth: number): boolean {
    for (;;) {
      if (this.#takes('}')) return true
      if (this.atEnd()) return false
      if (this.#char() !== '"') throw this.#fail('expected a name')
      const name = this.#string()
      if (!this.#takes(':')) return this.#endsHere('expected a colon')
      this.skipSpace()
      if (this.atEnd()) return false
      this.#member(members, name, depth)
      if (this.#takes('}')) return true
      if (!this.#takes(',')) return this.#endsHere('expected a comma or the end of an object')
    }
  }

  #member(members: Members, name: string, depth: number) {
    this.#countValue()
    const char = this.#char()
    if (char === '[') return this.#list(members, name, depth)
    if (char === '{') return this.object(this.#inner(members, name), depth + 1)
    const typed = this.#single()
    if (!typed) return this.#empty(members, name, null)
    // The reference drops members with an empty name.
    if (name) setMember(members, name, typed.value)
  }

  /** An absent value does not replace an earlier one of the same name. */
  #empty(members: Members, name: string, value: null | []) {
    if (this.#keepsEmpty && name && !Object.hasOwn(members, name)) setMember(members, name, value)
  }

  /** The object of that name, or a new one: members of equal names are merged. */
  #inner(members: Members, name: string): Members {
    if (!name) throw this.#fail('empty name')
    const known = Object.hasOwn(members, name) ? members[name] : undefined
    if (isObject(known)) return known
    const inner: Members = {}
    setMember(members, name, inner)
    return inner
  }

  #list(members: Members, name: string, depth: number) {
    this.#at++
    if (this.#takes(']')) return this.#empty(members, name, [])
    const items: unknown[] = []
    let type: Typed['type'] | undefined
    do {
      this.skipSpace()
      if (this.atEnd()) return
      if (!name) throw this.#fail('empty name')
      this.#countValue()
      const short = this.#shortInteger()
      const item = short === undefined ? this.#item(depth) : undefined
      const itemType = item ? item.type : 'u64'
      if (type !== undefined && itemType !== type) throw this.#fail('mixed types in a list')
      type = itemType
      items.push(item ? item.value : short)
      if (items.length === 1) setMember(members, name, items)
    } while (this.#takes(','))
    if (!this.#takes(']')) this.#endsHere('expected a comma or the end of a list')
  }

  #countValue() {
    if (--this.#valuesLeft < 0) throw this.#fail('expected fewer values')
  }

  #item(depth: number): Typed {
    if (this.#char() === '{') {
      const value: Members = {}
      this.object(value, depth + 1)
      return { type: 'object', value }
    }
    const typed = this.#single()
    if (!typed) throw this.#fail('null in a list')
    return typed
  }

  /** A string, number or word; `undefined` for null. */
  #single(): Typed | undefined {
    const char = this.#char()
    if (char === '"') return { type: 'string', value: this.#string() }
    if (char === '-' || (char >= '0' && char <= '9')) return this.#number()
    const word = /[a-zA-Z]*/y
    word.lastIndex = this.#at
    const [letters = ''] = word.exec(this.#text) ?? []
    const value = words.get(letters.toLowerCase())
    this.#at += letters.length
    // The reference requires a character after a word.
    if (value === undefined || this.atEnd()) throw this.#fail('expected a value')
    return value === null ? undefined : { type: 'bool', value }
  }

  /** A positive integer of up to 15 digits; undefined for anything else. Most lists have these, so it is fast. */
  #shortInteger(): number | undefined {
    const start = this.#at
    let value = 0
    let at = start
    let code = this.#text.charCodeAt(at)
    if (code === zero) return undefined
    for (; code >= zero && code <= nine; code = this.#text.charCodeAt(++at))
      value = 10 * value + code - zero
    const isEnd = code === comma || code === closeList
    if (!isEnd || at === start || at - start > 15) return undefined
    this.#at = at
    return value
  }

  #number(): Typed {
    const start = this.#at
    const digits = /[-+.eE0-9]*/y
    digits.lastIndex = start
    const [text = ''] = digits.exec(this.#text) ?? []
    this.#at += text.length
    if (this.atEnd()) throw this.#fail('unterminated number')
    if (/^[1-9]\d{0,14}$/.test(text)) return { type: 'u64', value: Number(text) }
    const value = /[.eE]/.test(text) ? decimal(text) : integer(text)
    if (value === undefined) throw new JsonError('number out of range', start)
    return value
  }

  #string(): string {
    const start = this.#at++
    let value = ''
    for (;;) {
      const part = /[^"\\]*/y
      part.lastIndex = this.#at
      const [plain = ''] = part.exec(this.#text) ?? []
      value += plain
      this.#at += plain.length
      if (this.atEnd()) throw new JsonError('unterminated string', start)
      if (this.#text[this.#at++] === '"') return value
      value += this.#escape(start)
    }
  }

  #escape(start: number): string {
    if (this.atEnd()) throw new JsonError('unterminated string', start)
    const letter = this.#text[this.#at++]!
    if (letter !== 'u') return controlEscapes[letter] ?? letter
    const char = unicodeEscape(this.#text, this.#at)
    if (char === undefined) throw this.#fail('unknown escape')
    this.#at += 4
    return char
  }

  #char(): string {
    return this.#text.charAt(this.#at)
  }

  /** Skips white space, then `char` if it is next; whether it was. */
  #takes(char: string): boolean {
    this.skipSpace()
    if (this.#char() !== char) return false
    this.#at++
    return true
  }

  #endsHere(problem: string): false {
    if (!this.atEnd()) throw this.#fail(problem)
    return false
  }

  #fail(problem: string) {
    return new JsonError(problem, this.#at)
  }
}

const [zero, nine] = [0x30, 0x39]
const comma = 0x2c
const closeList = 0x5d

/** Space, and the five control characters from the tab to the carriage return. */
const isSpace = (code: number) => code === 0x20 || (code >= 0x09 && code <= 0x0d)

const words = new Map<string, boolean | null>([
  ['true', true],
  ['false', false],
  ['null', null],
])

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof Decimal)

/** As C's strtoull and strtoll: text after the digits is ignored. */
function integer(text: string): Typed | undefined {
  const [digits = ''] = /^-?\d+/.exec(text) ?? ['0']
  const isSigned = text.startsWith('-')
  // Longer ones are out of range; leading zeros may be many.
  const short = digits.replace(/^(-?)0+(?=\d)/, '$1')
  if (short.length > 21) return undefined
  const value = BigInt(short)
  if (value > (isSigned ? max64 >> 1n : max64) || value < -(2n ** 63n)) return undefined
  return { type: isSigned ? 'i64' : 'u64', value: smallest(value) }
}

const smallestNormal = 2 ** -1022

/** As C's strtod; numbers out of range are refused. */
function decimal(text: string): Typed | undefined {
  const [read = '0'] = /^-?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/.exec(text) ?? []
  const size = Math.abs(Number(read))
  const isZero = !/[1-9]/.test(read.split(/e/i, 1)[0]!)
  if (size === Infinity || (size < smallestNormal && !isZero)) return undefined
  // `-0` would be parsed as an integer later, and integers have no negative zero.
  const isJson = isJsonNumber(read) && read !== '-0'
  return { type: 'double', value: new Decimal(isJson ? read : String(Number(read))) }
}
