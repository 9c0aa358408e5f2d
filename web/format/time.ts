/**
 * Times and durations in the person's own language and clock.
 *
 * @module
 */
import { firstTimestamp } from '#protocol/rules/limits.ts'

const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const thisYear = new Intl.DateTimeFormat(undefined, {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
})
const otherYear = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })

/** The last second that has a date. ECMAScript, time values */
const lastSecond = 8_640_000_000_000n

/** Times come from the node, which may tell any: `show` is called only with one that has a date. */
const dated = (seconds: bigint, show: (then: Date) => string): string =>
  seconds > lastSecond ? 'the end of time' : show(new Date(Number(seconds) * 1000))

/** @param seconds - Unix time. */
export const showMoment = (seconds: bigint): string => dated(seconds, (then) => moment.format(then))

/** Until when money is locked. @param unlockTime - A height, or Unix seconds, as a transaction has it. */
export function showLock(unlockTime: bigint): string {
  return unlockTime < firstTimestamp ? `block ${unlockTime}` : showMoment(unlockTime)
}

/** For a line of a list: the clock for what is of this year, else the year. @param seconds - Unix time. */
export const showBriefly = (seconds: bigint, now = new Date()): string =>
  dated(seconds, (then) =>
    (then.getFullYear() === now.getFullYear() ? thisYear : otherYear).format(then),
  )

/** A remaining time, coarse on purpose: it is an estimate. @param seconds - Above zero. */
export function showRemaining(seconds: number): string {
  if (seconds < 10) return 'a few seconds left'
  if (seconds < 90) return `about ${Math.round(seconds / 10) * 10} seconds left`
  if (seconds < 5400) return `about ${Math.round(seconds / 60)} minutes left`
  return `about ${Math.round(seconds / 3600)} hours left`
}

const pace = new Intl.NumberFormat(undefined, { maximumSignificantDigits: 2 })

/** How fast a scan goes, coarse on purpose. */
export const showPace = (transactionsPerSecond: number): string =>
  `${pace.format(transactionsPerSecond)} transactions a second`

/** Blocks until something unlocks, as a person would say it; a block takes two minutes. */
export function showBlocks(blocks: bigint): string {
  const minutes = Number(blocks) * 2
  const wait = minutes < 90 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`
  return `${blocks} ${blocks === 1n ? 'block' : 'blocks'}, about ${wait}`
}
