/**
 * Bytes compared.
 *
 * @module
 */

/** Whether two ids, keys or points are the same. For public values. */
export const sameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, at) => byte === b[at])
