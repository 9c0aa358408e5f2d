/**
 * Formats the time that guessing a password takes.
 *
 * @module
 */

const units: readonly [name: string, seconds: number][] = [
  ['second', 1],
  ['minute', 60],
  ['hour', 3600],
  ['day', 86_400],
  ['month', 2_629_800],
  ['year', 31_557_600],
  ['thousand years', 31_557_600_000],
]

const mostSeconds = 31_557_600_000_000

/** Formats an estimate in the largest unit that it fills, such as "3 days". */
export function guessTime(seconds: number): string {
  if (seconds < 1) return 'less than a second'
  if (seconds >= mostSeconds) return 'more than a million years'
  const [name, size] = units.findLast(([, unit]) => seconds >= unit)!
  const count = Math.floor(seconds / size)
  return `${count} ${name}${count === 1 || name.endsWith('s') ? '' : 's'}`
}
