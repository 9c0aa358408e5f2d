/**
 * Settings of an operator: flags of a program, or variables of a hosting platform.
 *
 * @module
 */

/** A setting is missing or invalid. The message names it. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** A comma-separated list. */
export const listOf = (value: string | undefined): string[] =>
  (value ?? '').split(',').flatMap((item) => item.trim() || [])
