/**
 * A reason why our answer differs from the reference's: which calls it is about, and what each side
 * answers to them.
 *
 * @module
 */
import type { Case, MethodName } from '../cases/cases.ts'
import type { State } from '../cases/wallet-states.ts'
import type { Side } from '../both-wallets.ts'
import type { Outcome } from './compare.ts'
import type { Reading } from './params-read-differently.ts'

/** One call and what both answered. */
export type Asked = {
  /** As its file is named. */
  name: MethodName
  one: Case
  state: State
  /** JSON of its params as the reference was sent them. */
  given: string
  theirs: Outcome
  ours: Outcome
  /** What a newer wallet answers to a method that 0.18.0.0 lacks. */
  expected?: Outcome | undefined
  /** Where a param is strange and the answers differ: what each answers to the call as it reads it. */
  read?: Pick<Reading, 'kind' | 'param'> & { readonly [side in Side]: Outcome }
}

/** A rule explains a difference only where both sides answer as it states. */
export type Rule = {
  /** As the table of conformance says it. */
  why: string
  /** Which calls it is about; all calls where it is left out. */
  applies?: (asked: Asked) => boolean
  theirs: (theirs: Outcome, asked: Asked) => boolean
  ours: (ours: Outcome, asked: Asked) => boolean
}

export const explains = ({ applies, theirs, ours }: Rule, asked: Asked): boolean =>
  (applies === undefined || applies(asked)) &&
  theirs(asked.theirs, asked) &&
  ours(asked.ours, asked)
