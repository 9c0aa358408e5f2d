/**
 * The JSON Schemas that fields have, as documents and forms read them.
 *
 * @module
 */

/** What a schema of any kind may say. */
type Notes = {
  readonly optional?: boolean
  readonly default?: unknown
  readonly description?: string
  readonly format?: 'password'
}

/** An object of named members. */
export type ObjectSchema = Notes & {
  readonly type: 'object'
  readonly properties: { readonly [name: string]: JsonSchema }
  readonly required: readonly string[]
}

/** A list of one kind of items. */
export type ListSchema = Notes & { readonly type: 'array'; readonly items: JsonSchema }

/** A single value; any JSON value without a `type`. */
export type ValueSchema = Notes & {
  readonly type?: 'string' | 'integer' | 'number' | 'boolean' | 'object'
  readonly enum?: readonly string[]
  /** Several schemas, the usual one first. */
  readonly oneOf?: readonly ValueSchema[]
  /** Fields of up to 32 bits have bounds of type number, larger ones bigints. */
  readonly minimum?: number | bigint
  readonly maximum?: number | bigint
  /** Bytes: in binary calls, a string of latin1 characters in JSON. */
  readonly contentEncoding?: 'binary'
  readonly minLength?: number
  readonly maxLength?: number
  /** Bytes of each of the entries that follow one another in a string. */
  readonly 'x-item-bytes'?: number
}

export type JsonSchema = ObjectSchema | ListSchema | ValueSchema
