/**
 * What a call promises: names, fields, errors and where monero defines it.
 *
 * Contracts hold no behaviour, so the screen, the worker and the proxy can all read them: to check,
 * to document, to draw a form, to type a client.
 *
 * @module
 */
import type { Code } from './errors.ts'
import type { Fields, Input, Value } from './fields.ts'

/**
 * What whoever calls by hand is asked about first: the call pays, or sends what was paid; its answer
 * holds a secret; the node ends, loses what it keeps, or whom it talks to.
 */
export type Caution = 'spends' | 'reveals' | 'disrupts'

export type Contract<P extends Fields = any, R extends Fields = any> = {
  /** One line, present tense, no full stop. */
  summary: string
  /** Older wire names of the same call. */
  aliases?: readonly string[]
  params: P
  result: R
  /** What a caller may want to tell apart. */
  errors?: readonly Code[]
  caution?: Caution
  /** Where monero defines the behaviour: file below `src/`, then symbol. */
  source: string
}

/** A table of contracts as its callers see it: `client.get_balance({ account_index: 0 })`. */
export type Client<Table> = {
  [Name in keyof Table]: Table[Name] extends Pick<Contract<infer P, infer R>, 'params' | 'result'>
    ? (params: Input<P>) => Promise<Value<R>>
    : never
}

/** A value whose objects, however deep, may leave members out. */
type Sparse<T> = T extends Uint8Array | BigUint64Array
  ? T
  : T extends readonly (infer Item)[]
    ? readonly Sparse<Item>[]
    : T extends object
      ? { [Name in keyof T]?: Sparse<T[Name]> | undefined }
      : T

/** A result as whoever answers gives it: members with a default may be left out. */
export type Answer<R extends Fields> = { [Name in keyof Input<R>]: Sparse<Input<R>[Name]> }

/** A table of contracts as whoever answers it must implement it; params have their defaults in. */
export type Backend<Table> = {
  [Name in keyof Table]: Table[Name] extends Contract<infer P, infer R>
    ? (params: Value<P>) => Answer<R> | Promise<Answer<R>>
    : never
}
