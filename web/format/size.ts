/**
 * Formats sizes of downloads and of stored data.
 *
 * @module
 */
import { perLocale } from '../languages/locale.svelte.ts'
import { text } from '../languages/text.ts'

const digits = perLocale((tag) => new Intl.NumberFormat(tag, { maximumSignificantDigits: 2 }))

/** Formats an estimated size with two digits. */
export function showSize(bytes: bigint): string {
  const megabytes = Number(bytes) / 1e6
  if (megabytes < 1) return text('less than 1 MB')
  return megabytes < 1000
    ? text(`about ${digits().format(megabytes)} MB`)
    : text(`about ${digits().format(megabytes / 1000)} GB`)
}

/** Formats a measured size with two digits. */
export function showBytes(bytes: number): string {
  const number = (value: number) => digits().format(value)
  if (bytes < 1000) return text(`${number(bytes)} B`)
  if (bytes < 1e6) return text(`${number(bytes / 1000)} kB`)
  return bytes < 1e9 ? text(`${number(bytes / 1e6)} MB`) : text(`${number(bytes / 1e9)} GB`)
}
