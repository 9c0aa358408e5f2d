/**
 * Reads JSON text one value at a time, within bounds.
 *
 * @module
 */

/** A literal with a fraction or an exponent, as it was written. `Number(decimal)` is its value. */
export class Decimal {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  valueOf(): number {
    return Number(this.text)
  }

  toString(): string {
    return this.text
  }
}

/** The text is not JSON. The message contains the position, and never the content. */
export class JsonError extends Error {
  override name = 'JsonError'
  /** Offset into the text, in UTF-16 code units. */
  readonly position: number

  constructor(problem: string, position: number) {
    super(`JSON: ${problem} at position ${position}`)
    this.position = position
  }
}

/**
 * How deep objects and arrays may nest.
 *
 * @see monero contrib/epee/include/storages/portable_storage_from_json.h EPEE_JSON_RECURSION_LIMIT_INTERNAL
 */
export const maxDepth = 100

/** Bounds the time of parsing. A u128 has 39 digits. */
const maxDigits = 100

/** Control characters by their letter in an escape. */
export const controlEscapes: { readonly [letter: string]: string } = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
}

const escapes: { readonly [letter: string]: string } = {
  ...controlEscapes,
  '"': '"',
  "'": "'",
  '\\': '\\',
  '/': '/',
}

const words = [
  ['true', true],
  ['false', false],
  ['null', null],
] as const

const literal = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y

/** Whether the whole text is one number as JSON writes it. */
export const isJsonNumber = (text: string): boolean => numberAt(text, 0) === text

/** The number that begins at `at`. */
function numberAt(text: string, at: number): string | undefined {
  literal.lastIndex = at
  return literal.exec(text)?.[0]
}

/** The character of the four hex digits at `at`; undefined for anything else. */
export function unicodeEscape(text: string, at: number): string | undefined {
  const hex = text.slice(at, at + 4)
  return /^[0-9a-fA-F]{4}$/.test(hex) ? String.fromCharCode(parseInt(hex, 16)) : undefined
}

/** A number where that is exact. */
export function smallest(value: bigint): number | bigint {
  const small = Number(value)
  return Number.isSafeInteger(small) ? small : value
}

/** A cursor over JSON text. */
export class Scanner {
  readonly #text: string
  readonly #allBigints: boolean
  #at = 0
  // Position of the next backslash: a string that ends before it has no escapes.
  #backslash = -1

  constructor(text: string, allBigints: boolean) {
    this.#text = text
    this.#allBigints = allBigints
  }

  /** The next value. `depth`: the number of objects and arrays around it. */
  value(depth: number): unknown {
    const code = this.#next()
    if (code === 0x22) return this.#string()
    if (code === 0x7b) return this.#object(depth)
    if (code === 0x5b) return this.#array(depth)
    if (code === 0x2d || isDigit(code)) return this.#number()
    return this.#word()
  }

  /** Throws unless only white space is left. */
  end() {
    if (!Number.isNaN(this.#next())) throw this.#fail('expected the end')
  }

  #fail(problem: string) {
    return new JsonError(problem, this.#at)
  }

  /** Skips white space; the code unit after it, NaN at the end. */
  #next(): number {
    for (;;) {
      const code = this.#text.charCodeAt(this.#at)
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return code
      this.#at++
    }
  }

  #object(depth: number) {
    if (depth >= maxDepth) throw this.#fail(`expected at most ${maxDepth} nested levels`)
    const object: Record<string, unknown> = {}
    this.#at++
    if (this.#next() === 0x7d) {
      this.#at++
      return object
    }
    for (;;) {
      if (this.#next() !== 0x22) throw this.#fail('expected a name')
      const name = this.#string()
      if (this.#next() !== 0x3a) throw this.#fail('expected a colon')
      this.#at++
      setMember(object, name, this.value(depth + 1))
      if (this.#closes(0x7d, 'expected a comma or the end of an object')) return object
    }
  }

  #array(depth: number) {
    if (depth >= maxDepth) throw this.#fail(`expected at most ${maxDepth} nested levels`)
    const array: unknown[] = []
    this.#at++
    if (this.#next() === 0x5d) {
      this.#at++
      return array
    }
    for (;;) {
      array.push(this.value(depth + 1))
      if (this.#closes(0x5d, 'expected a comma or the end of an array')) return array
    }
  }

  /** After a value: true at `bracket`, false at a comma. */
  #closes(bracket: number, problem: string): boolean {
    const code = this.#next()
    if (code !== bracket && code !== 0x2c) throw this.#fail(problem)
    this.#at++
    return code === bracket
  }

  #string(): string {
    const start = ++this.#at
    if (this.#backslash < start) this.#backslash = indexFrom(this.#text, '\\', start)
    const quote = this.#text.indexOf('"', start)
    if (quote >= 0 && quote < this.#backslash) {
      this.#at = quote + 1
      return this.#text.slice(start, quote)
    }
    return this.#escapedString()
  }

  #escapedString(): string {
    let value = ''
    for (;;) {
      const start = this.#at
      const quote = this.#text.indexOf('"', start)
      if (quote < 0) throw this.#fail('unterminated string')
      if (this.#backslash < start) this.#backslash = indexFrom(this.#text, '\\', start)
      if (quote < this.#backslash) {
        this.#at = quote + 1
        return value + this.#text.slice(start, quote)
      }
      value += this.#text.slice(start, this.#backslash)
      this.#at = this.#backslash + 1
      value += this.#escape()
    }
  }

  #escape(): string {
    const letter = this.#text.charAt(this.#at)
    const isHex = letter === 'u'
    const char = isHex ? unicodeEscape(this.#text, this.#at + 1) : escapes[letter]
    if (char === undefined) throw this.#fail('unknown escape')
    this.#at += isHex ? 5 : 1
    return char
  }

  #number(): number | bigint | Decimal {
    const start = this.#at
    const negative = this.#text.charCodeAt(start) === 0x2d
    let at = negative ? start + 1 : start
    const firstDigit = at
    let value = 0
    let code = this.#text.charCodeAt(at)
    for (; isDigit(code); code = this.#text.charCodeAt(++at)) value = value * 10 + code - 0x30
    const digits = at - firstDigit
    const isPlain = digits > 0 && !(digits > 1 && this.#text.charCodeAt(firstDigit) === 0x30)
    // . E e
    if (!isPlain || code === 0x2e || code === 0x45 || code === 0x65) return this.#decimal()
    if (digits > maxDigits) throw this.#fail(`expected an integer of at most ${maxDigits} digits`)
    this.#at = at
    // Up to 15 digits every step above was exact.
    if (digits > 15 || this.#allBigints) return this.#integer(BigInt(this.#text.slice(start, at)))
    return negative && value > 0 ? -value : value
  }

  #integer(value: bigint): number | bigint {
    return this.#allBigints ? value : smallest(value)
  }

  #decimal(): Decimal {
    const number = numberAt(this.#text, this.#at)
    if (!number || !/[.eE]/.test(number)) throw this.#fail('malformed number')
    this.#at += number.length
    return new Decimal(number)
  }

  #word(): boolean | null {
    for (const [word, value] of words)
      if (this.#text.startsWith(word, this.#at)) {
        this.#at += word.length
        return value
      }
    throw this.#fail(this.#at < this.#text.length ? 'expected a value' : 'unexpected end')
  }
}

const isDigit = (code: number) => code >= 0x30 && code <= 0x39

function indexFrom(text: string, char: string, start: number): number {
  const index = text.indexOf(char, start)
  return index < 0 ? Infinity : index
}

/** Sets a member of a parsed object. Assigning `__proto__` would change what the object is. */
export function setMember(object: Record<string, unknown>, name: string, value: unknown) {
  if (name !== '__proto__') object[name] = value
  else
    Object.defineProperty(object, name, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    })
}
