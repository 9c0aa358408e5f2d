/**
 * The contract of a call: names, fields, errors and its source in monero.
 *
 * Contracts contain no behaviour, so the page, the worker and the proxy can all use them: for checks,
 * documents, forms and typed clients.
 *
 * @module
 */
import type { Code } from './errors.ts'
import type { WrittenList } from './epee/writer.ts'
import type { Fields, Input, Value } from './fields.ts'

/**
 * Why a user must confirm a manual call: it spends money; its answer contains a secret; the node stops, or
 * loses data or connections.
 */
export type Caution = 'spends' | 'reveals' | 'disrupts'

export type Contract<P extends Fields = any, R extends Fields = any> = {
  /** One line, present tense, no full stop. */
  summary: string
  /** Older wire names of the same call. */
  aliases?: readonly string[]
  params: P
  result: R
  /** Errors that a caller may handle separately. */
  errors?: readonly Code[]
  caution?: Caution
  /** Where monero defines the behaviour: file below `src/`, then symbol. */
  source: string
}

/** A typed client of a table of contracts: `client.get_balance({ account_index: 0 })`. */
export type Client<Table> = {
  [Name in keyof Table]: Table[Name] extends Pick<Contract<infer P, infer R>, 'params' | 'result'>
    ? (params: Input<P>) => Promise<Value<R>>
    : never
}

/** A value whose objects may omit members, at any depth. */
type Sparse<T> = T extends Uint8Array | BigUint64Array
  ? T
  : T extends readonly (infer Item)[]
    ? readonly Sparse<Item>[]
    : T extends object
      ? { [Name in keyof T]?: Sparse<T[Name]> | undefined }
      : T

/** A result as a backend returns it: members with a default may be omitted. */
export type Answer<R extends Fields> = { [Name in keyof Input<R>]: Sparse<Input<R>[Name]> }

/** The result of a binary call as a backend returns it: a list may be already written. */
export type BinaryAnswer<R extends Fields> = {
  [Name in keyof Answer<R>]:
    | Answer<R>[Name]
    | (NonNullable<Answer<R>[Name]> extends readonly unknown[] ? WrittenList : never)
}

/** The implementation of a table of binary calls. */
export type BinaryBackend<Table> = {
  [Name in keyof Table]: Table[Name] extends Contract<infer P, infer R>
    ? (params: Value<P>) => BinaryAnswer<R> | Promise<BinaryAnswer<R>>
    : never
}

/** The implementation of a table of contracts. Params include their defaults. */
export type Backend<Table> = {
  [Name in keyof Table]: Table[Name] extends Contract<infer P, infer R>
    ? (params: Value<P>) => Answer<R> | Promise<Answer<R>>
    : never
}
