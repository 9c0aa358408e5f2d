import { expect, test } from 'vitest'
import type { LedgerWarning } from '../../../../worker/engine/base/events.ts'
import { Store } from '../../../../worker/engine/store/store.ts'
import {
  dismissWarnings,
  dropUnscanned,
  mostOfKind,
  noteWarning,
  openWarnings,
} from '../../../../worker/engine/store/warnings.ts'

const store = () => new Store(async () => undefined)
const vanished = (txid: string): LedgerWarning => ({ problem: 'vanished', txid, amount: 5n })
const spend: LedgerWarning = { problem: 'foreign-spend', txid: 'spend', amount: 7n }

const note = (into: Store, warning: LedgerWarning, now: bigint) =>
  into.commit((change) => noteWarning(change, into, warning, now))
const names = (of: Store) => openWarnings(of).map(([name]) => name)

test('warnings are listed newest first, each once', async () => {
  const into = store()
  expect(await note(into, vanished('a'), 1n)).toBe(true)
  expect(await note(into, spend, 2n)).toBe(true)
  expect(await note(into, vanished('a'), 3n)).toBe(false)
  expect(openWarnings(into)).toEqual([
    ['foreign-spend:spend', { ...spend, noticed: 2n, dismissed: false }],
    ['vanished:a', { ...vanished('a'), noticed: 1n, dismissed: false }],
  ])
})

test('dismissed warnings are not listed, and are not new again', async () => {
  const into = store()
  await note(into, vanished('a'), 1n)
  await note(into, vanished('b'), 1n)
  await into.commit((change) => dismissWarnings(change, into, ['vanished:a', 'unknown']))
  expect(names(into)).toEqual(['vanished:b'])
  expect(await note(into, vanished('a'), 2n)).toBe(false)
  expect(into.warnings.size).toBe(2)
})

test('transactions that could not be scanned are named with their block, until a rescan', async () => {
  const into = store()
  const unscanned = { problem: 'unscanned', txid: 'a', amount: 0n, height: 7n } as const
  await note(into, unscanned, 1n)
  await note(into, spend, 2n)
  expect(openWarnings(into)[1]).toEqual([
    'unscanned:a',
    { ...unscanned, noticed: 1n, dismissed: false },
  ])
  await into.commit((change) =>
    dismissWarnings(change, into, ['unscanned:a', 'foreign-spend:spend']),
  )
  await into.commit((change) => dropUnscanned(change, into))
  expect([...into.warnings.keys()]).toEqual(['foreign-spend:spend'])
  expect(await note(into, unscanned, 3n)).toBe(true)
})

test('the oldest of a kind make room, dismissed ones first; other kinds stay', async () => {
  const into = store()
  await note(into, spend, 0n)
  await into.commit((change) => {
    for (let at = 0; at < mostOfKind; at++)
      noteWarning(change, into, vanished(`${at}`), BigInt(1 + at))
  })
  await into.commit((change) => dismissWarnings(change, into, ['vanished:3']))
  await note(into, vanished('x'), 100n)
  expect(into.warnings.has('vanished:3')).toBe(false)
  await into.commit((change) => {
    noteWarning(change, into, vanished('y'), 101n)
    noteWarning(change, into, vanished('z'), 102n)
  })
  expect(['0', '1', '2'].map((txid) => into.warnings.has(`vanished:${txid}`))).toEqual([
    false,
    false,
    true,
  ])
  expect(names(into).slice(0, 3)).toEqual(['vanished:z', 'vanished:y', 'vanished:x'])
  expect(names(into).at(-1)).toBe('foreign-spend:spend')
  expect(into.warnings.size).toBe(mostOfKind + 1)
})
