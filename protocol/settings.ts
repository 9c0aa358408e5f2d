/**
 * Settings that an operator gives: as flags of a program, or as variables of a hosting platform.
 *
 * @module
 */

/** A setting is missing or wrong. The message names it and is for the operator. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** A list that is separated by commas. */
export const listOf = (value: string | undefined): string[] =>
  (value ?? '').split(',').flatMap((item) => item.trim() || [])
