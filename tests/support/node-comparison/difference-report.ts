/**
 * Where two answers differ, short enough to be read.
 *
 * @module
 */
import { stringifyJson } from '#protocol/json/json.ts'

export type Difference = { at: string; theirs: string; ours: string }

const longest = 300

type Members = { readonly [name: string]: unknown }

/** Every place that holds other than in the other value; none where both are alike. */
export function placesOf(theirs: unknown, ours: unknown, at = ''): Difference[] {
  if (!isInside(theirs) || !isInside(ours) || Array.isArray(theirs) !== Array.isArray(ours))
    return Object.is(theirs, ours) ? [] : [{ at, theirs: brief(theirs), ours: brief(ours) }]
  const names = new Set([...Object.keys(theirs), ...Object.keys(ours)])
  return [...names].flatMap((name) => placesOf(theirs[name], ours[name], `${at}.${name}`))
}

const isInside = (value: unknown): value is Members => typeof value === 'object' && value !== null

function brief(value: unknown): string {
  const text = value === undefined ? 'none' : stringifyJson(value)
  return text.length > longest ? `${text.slice(0, longest)} … (${text.length})` : text
}
