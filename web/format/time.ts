/**
 * Formats times and durations in the chosen language and the user's time zone.
 *
 * @module
 */
import { firstTimestamp } from '#protocol/rules/limits.ts'
import { perLocale } from '../languages/locale.svelte.ts'
import { plural, text } from '../languages/text.ts'

const moment = perLocale(
  (tag) => new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short' }),
)
const thisYear = perLocale(
  (tag) =>
    new Intl.DateTimeFormat(tag, {
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    }),
)
const otherYear = perLocale((tag) => new Intl.DateTimeFormat(tag, { dateStyle: 'medium' }))

/** The last second that a Date can represent. ECMAScript, time values */
const lastSecond = 8_640_000_000_000n

/** The node may send any number: `show` is called only with a valid date. */
const dated = (seconds: bigint, show: (then: Date) => string): string =>
  seconds > lastSecond ? text('the far future') : show(new Date(Number(seconds) * 1000))

/** @param seconds - Unix time. */
export const showMoment = (seconds: bigint): string =>
  dated(seconds, (then) => moment().format(then))

/** Formats an unlock time. @param unlockTime - A height, or Unix seconds, as in a transaction. */
export function showLock(unlockTime: bigint): string {
  return unlockTime < firstTimestamp ? text(`block ${unlockTime}`) : showMoment(unlockTime)
}

/** Short form for lists: with the time in the current year, else with the year. @param seconds - Unix time. */
export const showBriefly = (seconds: bigint, now = new Date()): string =>
  dated(seconds, (then) =>
    (then.getFullYear() === now.getFullYear() ? thisYear() : otherYear()).format(then),
  )

/** Formats a remaining time. Coarse, because it is an estimate. @param seconds - Above zero. */
export function showRemaining(seconds: number): string {
  if (seconds < 10) return text('a few seconds left')
  if (seconds < 90)
    return plural(Math.round(seconds / 10) * 10, ['about # second left', 'about # seconds left'])
  if (seconds < 5400)
    return plural(Math.round(seconds / 60), ['about # minute left', 'about # minutes left'])
  return plural(Math.round(seconds / 3600), ['about # hour left', 'about # hours left'])
}

/** Formats an age, coarsely. @param seconds - At least zero. */
export function showAge(seconds: number): string {
  const [minutes, hours] = [Math.floor(seconds / 60), Math.floor(seconds / 3600)]
  if (minutes < 1) return text('less than a minute')
  if (hours < 2) return showMinutes(minutes)
  return hours < 48 ? showHours(hours) : plural(Math.floor(hours / 24), ['# day', '# days'])
}

const showMinutes = (minutes: number) => plural(minutes, ['# minute', '# minutes'])
const showHours = (hours: number) => plural(hours, ['# hour', '# hours'])

const pace = perLocale((tag) => new Intl.NumberFormat(tag, { maximumSignificantDigits: 2 }))

/** Formats the speed of a scan with two digits. */
export const showPace = (transactionsPerSecond: number): string =>
  text(`${pace().format(transactionsPerSecond)} transactions per second`)

/** Formats a number of blocks with its duration; a block takes two minutes. */
export function showBlocks(blocks: bigint): string {
  const minutes = Number(blocks) * 2
  const wait = minutes < 90 ? showMinutes(minutes) : showHours(Math.round(minutes / 60))
  return text(`${plural(blocks, ['# block', '# blocks'])}, about ${wait}`)
}
