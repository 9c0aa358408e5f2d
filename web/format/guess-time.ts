/**
 * Formats the time that guessing a password takes.
 *
 * @module
 */
import { plural, text } from '../languages/text.ts'

// They follow "within", which needs a case of its own in some languages.
// @wc-context: within
const units: readonly [seconds: number, show: (count: number) => string][] = [
  [1, (count) => plural(count, ['# second', '# seconds'])],
  [60, (count) => plural(count, ['# minute', '# minutes'])],
  [3600, (count) => plural(count, ['# hour', '# hours'])],
  [86_400, (count) => plural(count, ['# day', '# days'])],
  [2_629_800, (count) => plural(count, ['# month', '# months'])],
  [31_557_600, (count) => plural(count, ['# year', '# years'])],
  [31_557_600_000, (count) => plural(count, ['# thousand years', '# thousand years'])],
]

const mostSeconds = 31_557_600_000_000

/** Formats an estimate in the largest unit that it fills, such as "3 days". */
export function guessTime(seconds: number): string {
  if (seconds < 1) return text('less than a second')
  if (seconds >= mostSeconds) return text('more than a million years')
  const [size, show] = units.findLast(([unit]) => seconds >= unit)!
  return show(Math.floor(seconds / size))
}
