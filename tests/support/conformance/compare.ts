/**
 * In what two answers to the same call differ.
 *
 * @module
 */
import { nameIn, randomTexts, roughNumbers, roughness } from './random-fields.ts'

/** What was answered: integers are bigints, lists in an order of their own. */
export type Outcome = { result: unknown } | { error: { code: bigint; message: string } }

/** One place in which two answers differ; undefined is absent. */
export type Difference = { path: string; theirs: unknown; ours: unknown }

type Members = { readonly [name: string]: unknown }

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** All places in which what `ours` answered is not what `theirs` did, but for what chance decides. */
export function differencesOf(
  method: string,
  theirs: unknown,
  ours: unknown,
  path = '',
): Difference[] {
  if (Array.isArray(theirs) && Array.isArray(ours) && theirs.length === ours.length)
    return theirs.flatMap((each, at) => differencesOf(method, each, ours[at], `${path}[]`))
  if (isObject(theirs) && isObject(ours)) {
    const names = [...new Set([...Object.keys(theirs), ...Object.keys(ours)])]
    const below = (name: string) => (path === '' ? name : `${path}.${name}`)
    return names.flatMap((name) => differencesOf(method, theirs[name], ours[name], below(name)))
  }
  const field = path.replaceAll('[]', '').split('.').at(-1)!
  return isAlike(method, field, theirs, ours) ? [] : [{ path, theirs, ours }]
}

function isAlike(method: string, field: string, theirs: unknown, ours: unknown): boolean {
  if (theirs === ours) return true
  if (typeof theirs === 'bigint' && typeof ours === 'bigint') {
    if (nameIn(roughNumbers, method, field) === undefined) return false
    const apart = theirs > ours ? theirs - ours : ours - theirs
    return apart <= roughness(field, theirs)
  }
  if (typeof theirs !== 'string' || typeof ours !== 'string') return false
  // Whether there is any is no chance.
  return nameIn(randomTexts, method, field) !== undefined && (theirs === '') === (ours === '')
}
