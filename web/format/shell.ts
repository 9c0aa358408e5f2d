/**
 * Writes words of shell commands.
 *
 * @module
 */

/** Single quotes disable all special characters of a shell. */
export const quoted = (text: string): string =>
  /^[\w:/.-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
