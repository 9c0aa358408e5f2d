/**
 * Types of wire values, with their checks, JSON schemas and descriptions.
 *
 * Contracts consist of fields: one declaration checks params, types clients, renders forms and documents
 * the call.
 *
 * @module
 */
import { latin1ToBytes } from './bytes.ts'
import { Decimal } from './json/scanner.ts'

/** The largest u64. */
export const max64 = 0xffff_ffff_ffff_ffffn

type SchemaType = 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object'

/** The part of JSON Schema that the OpenRPC document and the console's forms use. */
export type JsonSchema = {
  readonly type?: SchemaType | readonly SchemaType[]
  readonly description?: string
  /** Whether the value may be omitted. */
  readonly optional?: boolean
  readonly default?: unknown
  readonly format?: 'password'
  readonly enum?: readonly string[]
  /** Bounds of an integer: bigints for 64-bit fields. */
  readonly minimum?: number | bigint
  readonly maximum?: number | bigint
  readonly contentEncoding?: 'binary'
  readonly minLength?: number
  readonly maxLength?: number
  /** Bytes of each item of a packed list. */
  readonly 'x-item-bytes'?: number
  readonly items?: JsonSchema
  readonly properties?: { readonly [name: string]: JsonSchema }
  readonly required?: readonly string[]
  readonly oneOf?: readonly JsonSchema[]
}

type Parse<T> = (value: unknown, path: string) => T

/**
 * Structure of a field: the element of a list, the fields of an object.
 *
 * `bareMember`: an object without other members is written as the value of this one.
 */
export type Inside = {
  readonly element?: AnyField
  readonly fields?: Fields
  readonly bareMember?: string
}

/** The type of one value on the wire. */
export class Field<T, MayBeLeftOut extends boolean = false> {
  declare readonly mayBeLeftOut: MayBeLeftOut
  /** The name of the type; binary encodings select theirs by it. */
  readonly kind: string
  readonly schema: JsonSchema
  /** The checked value; throws a {@link FieldError} that names `path`. */
  readonly parse: Parse<T>
  readonly inside: Inside

  constructor(kind: string, schema: JsonSchema, parse: Parse<T>, inside: Inside = {}) {
    this.kind = kind
    this.schema = schema
    this.parse = parse
    this.inside = inside
  }

  /** May be left out; the handler then sees `fallback`. */
  default(fallback: T): Field<T, true> {
    return new Field<T, true>(
      this.kind,
      { ...this.schema, optional: true, default: fallback },
      (value, path) => (value === undefined ? fallback : this.parse(value, path)),
      this.inside,
    )
  }

  /** May be left out; the handler then sees `undefined`. */
  optional(): Field<T | undefined, true> {
    return new Field<T | undefined, true>(
      this.kind,
      { ...this.schema, optional: true },
      (value, path) => (value === undefined ? undefined : this.parse(value, path)),
      this.inside,
    )
  }

  /** Adds the line that documents, forms and tooltips show. It should name the unit. */
  describe(description: string): Field<T, MayBeLeftOut> {
    const schema = { ...this.schema, description }
    return new Field<T, MayBeLeftOut>(this.kind, schema, this.parse, this.inside)
  }

  /** A secret: forms hide the input, and examples do not repeat it. */
  secret(): Field<T, MayBeLeftOut> {
    const schema: JsonSchema = { ...this.schema, format: 'password' }
    return new Field<T, MayBeLeftOut>(this.kind, schema, this.parse, this.inside)
  }
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a field of any type and kind
export type AnyField = Field<any, boolean>

/** Named fields of one object, in the order documents show them. */
export type Fields = { readonly [name: string]: AnyField }

type LeftOut<F extends Fields> = {
  [Name in keyof F]: F[Name] extends Field<unknown, infer May>
    ? true extends May
      ? Name
      : never
    : never
}[keyof F]
/** The type of a field's values. */
export type TypeOf<F> = F extends Field<infer T, boolean> ? T : never

/** The checked object: every field is present. */
export type Value<F extends Fields> = { [Name in keyof F]: TypeOf<F[Name]> }

/** The object before the check: fields with a default or `optional` may be left out. */
export type Input<F extends Fields> = {
  [Name in Exclude<keyof F, LeftOut<F>>]: TypeOf<F[Name]>
} & { [Name in LeftOut<F>]?: TypeOf<F[Name]> | undefined }

function integer(kind: string, minimum: bigint, maximum: bigint) {
  return (value: unknown, path: string): bigint => {
    const int = toInteger(value)
    if (int !== undefined && int >= minimum && int <= maximum) return int
    throw new FieldError(path, kind, value)
  }
}

const toInteger = (value: unknown) =>
  typeof value === 'bigint'
    ? value
    : Number.isSafeInteger(value)
      ? BigInt(value as number)
      : undefined

const small = (kind: string, minimum: bigint, maximum: bigint) => {
  const parse = integer(kind, minimum, maximum)
  const schema: JsonSchema = {
    type: 'integer',
    minimum: Number(minimum),
    maximum: Number(maximum),
  }
  return new Field<number>(kind, schema, (value, path) => Number(parse(value, path)))
}

const parse64 = integer('u64', 0n, max64)

/**
 * Any u64: amounts in piconero, heights, timestamps. Always a bigint in our code.
 *
 * A string of digits is accepted, as monero's JSON reader accepts it for 64-bit numbers alone.
 *
 * @see monero contrib/epee/include/storages/parserse_base_utils.h
 */
export const u64 = new Field<bigint>(
  'u64',
  { type: 'integer', minimum: 0, maximum: max64 },
  (value, path) =>
    typeof value === 'string' && /^\d{1,20}$/.test(value)
      ? parse64(BigInt(value), path)
      : parse64(value, path),
)

/** A signed 64-bit integer; a bigint in our code. */
export const i64 = new Field<bigint>(
  'i64',
  { type: 'integer', minimum: -(2n ** 63n), maximum: 2n ** 63n - 1n },
  integer('i64', -(2n ** 63n), 2n ** 63n - 1n),
)

export const u32 = small('u32', 0n, 0xffff_ffffn)
export const u16 = small('u16', 0n, 0xffffn)
export const u8 = small('u8', 0n, 0xffn)
export const i32 = small('i32', -(2n ** 31n), 2n ** 31n - 1n)
export const i16 = small('i16', -0x8000n, 0x7fffn)
export const i8 = small('i8', -0x80n, 0x7fn)

/** A floating-point number; never an amount. */
export const double = new Field<number>('double', { type: 'number' }, (value, path) => {
  const number = value instanceof Decimal ? Number(value) : value
  if (typeof number === 'number' && Number.isFinite(number)) return number
  throw new FieldError(path, 'double', value)
})

export const bool = new Field<boolean>('bool', { type: 'boolean' }, (value, path) => {
  if (typeof value === 'boolean') return value
  throw new FieldError(path, 'bool', value)
})

export const text = new Field<string>('text', { type: 'string' }, (value, path) => {
  if (typeof value === 'string') return value
  throw new FieldError(path, 'text', value)
})

/** Bytes of a binary call, as epee strings carry them; in JSON, a string of latin1 characters. */
export const bytes = new Field<Uint8Array>(
  'bytes',
  { type: 'string', contentEncoding: 'binary' },
  (value, path) => {
    if (value instanceof Uint8Array) return value
    if (typeof value === 'string' && isOneByteEach(value)) return latin1ToBytes(value)
    throw new FieldError(path, 'bytes', value)
  },
)

function isOneByteEach(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0xff) return false
  return true
}

/** Any JSON value, passed on unchanged. */
export const anything = new Field<unknown>('any', {}, (value) => value)

/**
 * A list; a single value stands for a list of one.
 *
 * The reference accepts a single value too, but ignores it. With money, the intended value is better
 * than an empty list, which means everything.
 *
 * @see monero contrib/epee/include/storages/portable_storage.h get_first_value
 */
export const list = <T>(element: Field<T, boolean>) =>
  new Field<T[]>(
    'list',
    { type: 'array', items: element.schema },
    (value, path) => {
      if (value === undefined) throw new FieldError(path, 'list', value)
      return Array.isArray(value)
        ? value.map((item, index) => element.parse(item, `${path}[${index}]`))
        : [element.parse(value, path)]
    },
    { element },
  )

/** An object of named fields. Unknown keys are ignored and `null` counts as absent, as in monero. */
export const object = <F extends Fields>(fields: F) =>
  new Field<Value<F>>(
    'object',
    objectSchema(fields),
    (value, path) => {
      const source = value === '' ? {} : value
      if (typeof source !== 'object' || source === null || Array.isArray(source))
        throw new FieldError(path, 'object', value)
      const parsed: Record<string, unknown> = {}
      for (const [name, field] of Object.entries(fields)) {
        const member = Object.hasOwn(source, name)
          ? (source as Record<string, unknown>)[name]
          : undefined
        parsed[name] = field.parse(member ?? undefined, path ? `${path}.${name}` : name)
      }
      return parsed as Value<F>
    },
    { fields },
  )

function objectSchema(fields: Fields): JsonSchema {
  const entries = Object.entries(fields)
  const properties = Object.fromEntries(entries.map(([name, { schema }]) => [name, schema]))
  const required = entries.filter(([, { schema }]) => !schema.optional).map(([name]) => name)
  return { type: 'object', properties, required }
}

/** One of a few words. */
export const choice = <const T extends string>(...words: readonly T[]) =>
  new Field<T>('choice', { type: 'string', enum: words }, (value, path) => {
    const word = words.find((candidate) => candidate === value)
    if (word !== undefined) return word
    throw new FieldError(path, words.join(' | '), value)
  })

/** A value does not match its field. Clients receive JSON-RPC -32602. */
export class FieldError extends Error {
  override name = 'FieldError'

  constructor(path: string, expected: string, value: unknown) {
    super(`${path || 'params'}: expected ${expected}, got ${brief(value)}`)
  }
}

// Never the text itself: params contain seeds and keys, and logs contain messages.
function brief(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (Array.isArray(value)) return `array of ${value.length}`
  if (typeof value === 'string') return `string of ${value.length}`
  if (value instanceof Decimal) return 'decimal'
  if (typeof value === 'object' && value !== null) return 'object'
  return String(value)
}
