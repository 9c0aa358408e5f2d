/**
 * What an answer says, as rules state it.
 *
 * @module
 */
import { codes, type Code } from '#protocol/errors.ts'
import type { Result } from '../../programs/monerod.ts'
import type { MethodName } from '../cases/cases.ts'
import { differencesOf, type Outcome } from './compare.ts'

export const refused = (outcome: Outcome, code: Code): boolean =>
  'error' in outcome && outcome.error.code === BigInt(codes[code])

/** States that an answer is an error of this code. */
export const isRefused =
  (code: Code) =>
  (outcome: Outcome): boolean =>
    refused(outcome, code)

/** The message of an error. */
export const said = (outcome: Outcome): string | undefined =>
  'error' in outcome ? outcome.error.message : undefined

/** States that an answer is an error with this message. */
export const says =
  (message: string) =>
  (outcome: Outcome): boolean =>
    said(outcome) === message

/** The fields of an answer that is no error; none of an error. */
export const resultOf = (outcome: Outcome): Result => ('result' in outcome ? outcome.result : {})

export const isDone = (outcome: Outcome): boolean => 'result' in outcome

export const isSame = (name: MethodName, one: Outcome, other: Outcome): boolean =>
  differencesOf(name, one, other).length === 0
