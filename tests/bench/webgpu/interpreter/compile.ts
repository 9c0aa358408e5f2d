/**
 * Translates the kernel from WGSL to JavaScript, to run it without a GPU.
 *
 * It knows only what the kernel needs of WGSL: u32 and bool, arrays, structures, functions, `if` and counting loops.
 *
 * @module
 * @see https://www.w3.org/TR/WGSL/
 */
import { Expressions, type Types } from './expressions.ts'
import { Runtime } from './runtime.ts'
import { TokenReader } from './tokens.ts'

export type Program = Runtime & {
  /** Calls a function. Elements are arrays of limbs, points objects. */
  run: (name: string, ...values: unknown[]) => unknown
  /** Sets variables of the module, such as buffers. */
  bind: (variables: Record<string, unknown>) => void
}

/** @throws SyntaxError for text outside the subset, with its line. */
export function compile(source: string): Program {
  const { text, functions, variables } = new Translation(source).module()
  const bind = variables
    .map((name) => `if ('${name}' in $bound) ${name} = $bound.${name}`)
    .join('\n')
  const made = new Function(
    'rt',
    `'use strict'\n${text}\nreturn { functions: { ${functions.join(', ')} }, bind($bound) { ${bind} } }`,
  )
  const runtime = new Runtime()
  const { functions: callable, bind: bindAll } = made(runtime) as {
    functions: Record<string, (...values: unknown[]) => unknown>
    bind: Program['bind']
  }
  return Object.assign(runtime, {
    bind: bindAll,
    run: (name: string, ...values: unknown[]) => callable[name]!(...values),
  })
}

class Translation {
  readonly #tokens: TokenReader
  readonly #expressions: Expressions
  readonly #types: Types = { arrays: new Set(), structures: new Map() }
  readonly #functions: string[] = []
  readonly #variables: string[] = []

  constructor(source: string) {
    this.#tokens = new TokenReader(source)
    this.#expressions = new Expressions(this.#tokens, this.#types)
  }

  module() {
    const parts: string[] = []
    while (this.#tokens.next.kind !== 'end') parts.push(this.#declaration())
    return { text: parts.join('\n'), functions: this.#functions, variables: this.#variables }
  }

  #declaration(): string {
    this.#attributes()
    const keyword = this.#tokens.word()
    if (keyword === 'alias') return this.#alias()
    if (keyword === 'struct') return this.#structure()
    if (keyword === 'const') return this.#constant()
    if (keyword === 'var') return this.#variable()
    if (keyword === 'fn') return this.#function()
    return this.#tokens.fail('a declaration')
  }

  #attributes(): void {
    while (this.#tokens.takeIf('@')) {
      this.#tokens.word()
      if (this.#tokens.takeIf('(')) while (!this.#tokens.takeIf(')')) this.#tokens.take()
    }
  }

  /** @returns An expression for the zero of a type. */
  #type(): string {
    const name = this.#tokens.word()
    if (name !== 'array') return name === 'u32' ? '0' : name === 'bool' ? 'false' : `zero_${name}()`
    this.#tokens.expect('<')
    const element = this.#type()
    const length = this.#tokens.takeIf(',') ? this.#tokens.take().text : '0'
    this.#tokens.expect('>')
    return `Array.from({ length: ${length} }, () => ${element})`
  }

  #alias(): string {
    const name = this.#tokens.word()
    this.#types.arrays.add(name)
    this.#tokens.expect('=')
    return this.#zero(name, this.#end(this.#type()))
  }

  #structure(): string {
    const name = this.#tokens.word()
    const members: [name: string, zero: string][] = []
    this.#tokens.expect('{')
    while (!this.#tokens.takeIf('}')) {
      const member = this.#tokens.word()
      this.#tokens.expect(':')
      members.push([member, this.#type()])
      this.#tokens.expect(',')
    }
    this.#types.structures.set(
      name,
      members.map(([member]) => member),
    )
    return this.#zero(name, `({ ${members.map((each) => each.join(': ')).join(', ')} })`)
  }

  #zero(name: string, value: string): string {
    return `function zero_${name}() { return ${value} }`
  }

  #constant(): string {
    const name = this.#tokens.word()
    this.#tokens.expect('=')
    return `const ${name} = ${this.#end(this.#expressions.read())}`
  }

  #variable(): string {
    if (this.#tokens.takeIf('<')) while (!this.#tokens.takeIf('>')) this.#tokens.take()
    const name = this.#tokens.word()
    this.#variables.push(name)
    this.#tokens.expect(':')
    return `let ${name} = ${this.#end(this.#type())}`
  }

  #function(): string {
    const name = this.#tokens.word()
    const params: string[] = []
    this.#functions.push(name)
    this.#tokens.expect('(')
    while (!this.#tokens.takeIf(')')) {
      this.#attributes()
      params.push(this.#tokens.word())
      this.#tokens.expect(':')
      this.#type()
      if (this.#tokens.next.text !== ')') this.#tokens.expect(',')
    }
    if (this.#tokens.takeIf('->')) this.#type()
    return `function ${name}(${params.join(', ')}) { rt.call('${name}'); ${this.#block()} }`
  }

  #block(): string {
    this.#tokens.expect('{')
    const { text, counted } = this.#expressions.counting(() => {
      const statements: string[] = []
      while (!this.#tokens.takeIf('}')) statements.push(this.#statement())
      return statements.join('\n')
    })
    const { multiply, add, bitwise } = counted
    return `{ rt.count(${multiply}, ${add}, ${bitwise})\n${text} }`
  }

  #statement(): string {
    if (this.#tokens.takeIf('return')) return `return ${this.#end(this.#expressions.read())};`
    if (this.#tokens.takeIf('if')) return this.#if()
    if (this.#tokens.takeIf('for')) return this.#for()
    return `${this.#end(this.#simple())};`
  }

  #if(): string {
    this.#tokens.expect('(')
    const condition = this.#expressions.read()
    this.#tokens.expect(')')
    return `if (rt.branch(${condition})) ${this.#block()}`
  }

  #for(): string {
    const { text } = this.#expressions.counting(() => {
      this.#tokens.expect('(')
      const start = this.#end(this.#simple())
      const condition = this.#end(this.#expressions.read())
      const step = this.#simple()
      this.#tokens.expect(')')
      return `for (${start}; rt.branch(${condition}); ${step})`
    })
    return `${text} ${this.#block()}`
  }

  /** A declaration or an assignment. */
  #simple(): string {
    const isVariable = this.#tokens.takeIf('var')
    if (isVariable || this.#tokens.takeIf('let')) {
      const name = this.#tokens.word()
      const value = this.#tokens.takeIf(':') ? this.#type() : undefined
      if (value !== undefined && this.#tokens.next.text !== '=') return `let ${name} = ${value}`
      this.#tokens.expect('=')
      return `let ${name} = ${this.#expressions.value()}`
    }
    const place = this.#expressions.place()
    const sign = this.#tokens.take().text
    if (sign === '=') return `${place} = ${this.#expressions.value()}`
    if (sign === '++') return `${place} = ${this.#expressions.assign('+', place, '1')}`
    return `${place} = ${this.#expressions.assign(sign.slice(0, -1), place, this.#expressions.read())}`
  }

  #end(text: string): string {
    this.#tokens.expect(';')
    return text
  }
}
