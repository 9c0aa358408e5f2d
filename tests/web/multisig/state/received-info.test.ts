import { describe, expect, test } from 'vitest'
import { emptyProgress, type Progress } from '../../../../web/multisig/state/progress.ts'
import {
  isSameInfo,
  mergeInfo,
  newInfo,
  progressAfterInfo,
  startsNewRound,
} from '../../../../web/multisig/state/received-info.ts'

const info = (from: string, text: string) => ({ from, text })
const b1 = info('b', 'b1')
const b2 = info('b', 'b2')
const c1 = info('c', 'c1')
const imported: Progress = { ...emptyProgress, receivedInfo: [b1], infoImported: true }

test('newInfo returns messages that were not received', () => {
  expect(newInfo([b1], [b1, b2, c1])).toEqual([b2, c1])
})

test('isSameInfo ignores the order', () => {
  expect(isSameInfo([b1, c1], [c1, b1])).toBe(true)
  expect(isSameInfo([b1, c1], [b1, b2])).toBe(false)
  expect(isSameInfo([b1], [b1, c1])).toBe(false)
})

test('mergeInfo replaces the earlier message of a member in its place', () => {
  expect(mergeInfo([b1, c1], [b2])).toEqual([b2, c1])
})

describe('startsNewRound', () => {
  test('needs an import', () => {
    expect(startsNewRound({ ...imported, infoImported: false }, [b2], true)).toBe(false)
  })

  test('is true for a second message of a member, and for any message after new funds', () => {
    expect(startsNewRound(imported, [b2], false)).toBe(true)
    expect(startsNewRound(imported, [c1], false)).toBe(false)
    expect(startsNewRound(imported, [c1], true)).toBe(true)
  })
})

describe('progressAfterInfo', () => {
  const late = { outdated: false, imported: true }

  test('changes nothing for known messages', () => {
    expect(progressAfterInfo(imported, [b1], late)).toEqual({})
  })

  test('adds a late message, which was imported', () => {
    expect(progressAfterInfo(imported, [c1], late)).toEqual({
      receivedInfo: [b1, c1],
      infoImported: true,
    })
  })

  test('drops all other info in a new round', () => {
    const change = progressAfterInfo(imported, [b2], { outdated: false, imported: false })
    expect(change).toEqual({ ownInfo: '', receivedInfo: [b2], infoImported: false })
  })
})
