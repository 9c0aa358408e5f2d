/**
 * Translates expressions of WGSL to JavaScript.
 *
 * @module
 */
import type { Operations } from './runtime.ts'
import type { TokenReader } from './tokens.ts'

/** Names that a constructor can have: arrays, and structures with their members. */
export type Types = { arrays: Set<string>; structures: Map<string, string[]> }

type Operator = {
  precedence: number
  kind?: keyof Operations
  write: (a: string, b: string) => string
}

const method = (name: string) => (a: string, b: string) => `rt.${name}(${a}, ${b})`
const bits = (sign: string) => (a: string, b: string) => `((${a} ${sign} ${b}) >>> 0)`
const plain = (sign: string) => (a: string, b: string) => `(${a} ${sign} ${b})`
const comparison = (precedence: number, sign: string): Operator => ({
  precedence,
  write: plain(sign),
})

const operators: Record<string, Operator> = {
  '||': { precedence: 0, write: (a, b) => `(rt.branch(${a}) || ${b})` },
  '&&': { precedence: 1, write: (a, b) => `(rt.branch(${a}) && ${b})` },
  '|': { precedence: 2, kind: 'bitwise', write: bits('|') },
  '^': { precedence: 3, kind: 'bitwise', write: bits('^') },
  '&': { precedence: 4, kind: 'bitwise', write: bits('&') },
  '==': comparison(5, '==='),
  '!=': comparison(5, '!=='),
  '<': comparison(6, '<'),
  '>': comparison(6, '>'),
  '<=': comparison(6, '<='),
  '>=': comparison(6, '>='),
  '<<': { precedence: 7, kind: 'bitwise', write: method('left') },
  '>>': { precedence: 7, kind: 'bitwise', write: method('right') },
  '+': { precedence: 8, kind: 'add', write: method('add') },
  '-': { precedence: 8, kind: 'add', write: method('subtract') },
  '*': { precedence: 9, kind: 'multiply', write: method('multiply') },
}

export class Expressions {
  readonly #tokens: TokenReader
  readonly #types: Types
  /** Operations of the block that is being translated. */
  #counted: Operations = { multiply: 0, add: 0, bitwise: 0 }

  constructor(tokens: TokenReader, types: Types) {
    this.#tokens = tokens
    this.#types = types
  }

  /** Translates with a count of its own. @returns The text, and the operations of it. */
  counting(translate: () => string): { text: string; counted: Operations } {
    const outer = this.#counted
    const counted = { multiply: 0, add: 0, bitwise: 0 }
    this.#counted = counted
    const text = translate()
    this.#counted = outer
    return { text, counted }
  }

  /** An expression whose value is used, not stored. */
  read(precedence = 0): string {
    let left = this.#operand()
    for (;;) {
      const operator = operators[this.#tokens.next.text]
      if (this.#tokens.next.kind !== 'sign' || !operator || operator.precedence < precedence)
        return left
      this.#tokens.take()
      left = this.operate(operator, left, this.read(operator.precedence + 1))
    }
  }

  /** An expression whose value is stored: a copy, if it names an array or a structure. */
  value(): string {
    const text = this.read()
    // Results of operations and calls are fresh.
    return text.endsWith(')') ? text : `rt.copy(${text})`
  }

  /** The result of `a SIGN b`, for an assignment such as `a += b`. */
  assign(sign: string, a: string, b: string): string {
    return this.operate(operators[sign] ?? this.#tokens.fail('an operator'), a, b)
  }

  operate({ kind, write }: Operator, a: string, b: string): string {
    if (kind) this.#counted[kind]++
    return write(a, b)
  }

  /** A name with its members and elements. */
  place(): string {
    return this.#members(this.#tokens.word())
  }

  #operand(): string {
    if (this.#tokens.takeIf('(')) {
      const inner = this.read()
      this.#tokens.expect(')')
      return this.#members(inner)
    }
    if (this.#tokens.next.kind === 'number')
      return String(Number(this.#tokens.take().text.replace('u', '')))
    const name = this.#tokens.word()
    if (name === 'array') this.#elementType()
    return this.#members(this.#tokens.next.text === '(' ? this.#call(name) : name)
  }

  /** The type of an array's constructor: `<u32, 11>`. */
  #elementType(): void {
    this.#tokens.expect('<')
    while (!this.#tokens.takeIf('>')) this.#tokens.take()
  }

  #call(name: string): string {
    const members = this.#types.structures.get(name)
    const isArray = name === 'array' || this.#types.arrays.has(name)
    const given = this.#list(isArray || members !== undefined)
    if (isArray) return `[${given.join(', ')}]`
    if (members) return `({ ${members.map((member, at) => `${member}: ${given[at]}`).join(', ')} })`
    return `${name}(${given.join(', ')})`
  }

  #list(areStored: boolean): string[] {
    const given: string[] = []
    this.#tokens.expect('(')
    while (!this.#tokens.takeIf(')')) {
      given.push(areStored ? this.value() : this.read())
      if (this.#tokens.next.text !== ')') this.#tokens.expect(',')
    }
    return given
  }

  #members(name: string): string {
    if (this.#tokens.takeIf('.')) return this.#members(`${name}.${this.#tokens.word()}`)
    if (!this.#tokens.takeIf('[')) return name
    // Its arithmetic is that of an address.
    const { text } = this.counting(() => this.read())
    this.#tokens.expect(']')
    const index = /^\d+$/.test(text) ? text : `rt.index(${text}, ${name}.length)`
    return this.#members(`${name}[${index}]`)
  }
}
