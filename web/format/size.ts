/**
 * Formats sizes of downloads.
 *
 * @module
 */

const digits = new Intl.NumberFormat(undefined, { maximumSignificantDigits: 2 })

/** Formats an estimated size with two digits. */
export function showSize(bytes: bigint): string {
  const megabytes = Number(bytes) / 1e6
  if (megabytes < 1) return 'less than 1 MB'
  return megabytes < 1000
    ? `about ${digits.format(megabytes)} MB`
    : `about ${digits.format(megabytes / 1000)} GB`
}
