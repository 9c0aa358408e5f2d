/**
 * In what two answers to the same call differ.
 *
 * @module
 */
import { isDeepStrictEqual } from 'node:util'
import { asAnswered } from '../../wallet-comparison/comparable-answers.ts'
import { nameIn, randomTexts } from './random-fields.ts'
import { beforeFees, isRoughlySame, type Members } from './rough-numbers.ts'

/** What was answered: integers are bigints. */
export type Outcome = { result: unknown } | { error: { code: bigint; message: string } }

/** One place in which two answers differ; undefined is absent. */
export type Difference = { path: string; theirs: unknown; ours: unknown }

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** All places in which what `ours` answered is not what `theirs` did, but for what chance decides. */
export const differencesOf = (method: string, theirs: Outcome, ours: Outcome): Difference[] =>
  between(method, comparable(method, theirs), comparable(method, ours))

/** An outcome without what chance decides by the order of lists, and by fees. */
function comparable(method: string, outcome: Outcome): Outcome {
  if ('error' in outcome) return outcome
  const answered = asAnswered(method, outcome.result)
  const result = method === 'get_transfer_by_txid' ? withFirst(answered) : answered
  return { result: beforeFees(method, result) }
}

/** The one transfer is the first of them, in whatever order they are. */
function withFirst(result: unknown): unknown {
  const { transfer, transfers = [] } = result as {
    transfer?: Members
    transfers?: readonly Members[]
  }
  const [first] = transfers
  const isOne = transfers.some(
    (each) => each.type === first?.type && isDeepStrictEqual(each, transfer),
  )
  return isOne ? { transfer: first, transfers } : result
}

function between(method: string, theirs: unknown, ours: unknown, path = ''): Difference[] {
  if (Array.isArray(theirs) && Array.isArray(ours) && theirs.length === ours.length)
    return theirs.flatMap((each, at) => between(method, each, ours[at], `${path}[]`))
  if (isObject(theirs) && isObject(ours)) {
    const names = [...new Set([...Object.keys(theirs), ...Object.keys(ours)])]
    const below = (name: string) => (path === '' ? name : `${path}.${name}`)
    return names
      .filter((name) => !isRoughlySame(method, name, theirs, ours))
      .flatMap((name) => between(method, theirs[name], ours[name], below(name)))
  }
  const field = path.replaceAll('[]', '').split('.').at(-1)!
  return isAlike(method, field, theirs, ours) ? [] : [{ path, theirs, ours }]
}

function isAlike(method: string, field: string, theirs: unknown, ours: unknown): boolean {
  if (theirs === ours) return true
  if (typeof theirs !== 'string' || typeof ours !== 'string') return false
  // Whether there is any is no chance.
  return nameIn(randomTexts, method, field) !== undefined && (theirs === '') === (ours === '')
}
