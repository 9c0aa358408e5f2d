import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { newVersion, type VersionStep } from '../../web/state/new-version.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function version() {
  const steps: VersionStep[] = []
  let starts = 0
  const on = { onNeedRefresh: () => {}, onNeedReload: () => {} }
  const take = newVersion(
    (given) => {
      Object.assign(on, given)
      return async () => void starts++
    },
    (step) => steps.push(step),
  )
  return { steps, on, take, starts: () => starts }
}

describe('a new version of the page', () => {
  test('starts when it is taken, and not before', () => {
    const { steps, on, take, starts } = version()
    on.onNeedRefresh()
    vi.runAllTimers()
    expect([steps, starts()]).toEqual([['ready'], 0])
    take()
    on.onNeedReload()
    vi.runAllTimers()
    expect([steps, starts()]).toEqual([['ready', 'starting', 'started'], 1])
  })

  test('says that the old one holds it up, and starts all the same once it can', () => {
    const { steps, on, take } = version()
    on.onNeedRefresh()
    take()
    vi.advanceTimersByTime(4_999)
    expect(steps).toEqual(['ready', 'starting'])
    vi.advanceTimersByTime(1)
    expect(steps).toEqual(['ready', 'starting', 'held up'])
    on.onNeedReload()
    expect(steps.at(-1)).toBe('started')
  })

  test('can be taken in another tab', () => {
    const { steps, on, starts } = version()
    on.onNeedRefresh()
    on.onNeedReload()
    expect([steps, starts()]).toEqual([['ready', 'started'], 0])
  })
})
