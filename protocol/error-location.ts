/**
 * The description of a bug for logs.
 *
 * @module
 */

/** Class and place of an error, without its message, which could contain a secret. */
export function errorLocation(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s*at |@/.test(line))
  return [error.name, ...frames.slice(0, 6).map((line) => line.trim())].join(' ')
}
