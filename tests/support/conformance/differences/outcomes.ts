/**
 * What an answer says, as rules ask for it.
 *
 * @module
 */
import { codes, type Code } from '#protocol/errors.ts'
import type { MethodName } from '../cases/cases.ts'
import { differencesOf, type Outcome } from './compare.ts'

export const refused = (outcome: Outcome, code: Code): boolean =>
  'error' in outcome && outcome.error.code === BigInt(codes[code])

/** The message of an error. */
export const said = (outcome: Outcome): string | undefined =>
  'error' in outcome ? outcome.error.message : undefined

export const isSame = (name: MethodName, one: Outcome, other: Outcome): boolean =>
  differencesOf(name, one, other).length === 0
