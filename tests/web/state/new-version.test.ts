import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { newVersion, type VersionStep } from '../../../web/state/new-version.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function version() {
  const steps: VersionStep[] = []
  let starts = 0
  const on = { onNeedRefresh: () => {}, onNeedReload: () => {} }
  const start = newVersion(
    (given) => {
      Object.assign(on, given)
      return async () => void starts++
    },
    (step) => steps.push(step),
  )
  return { steps, on, start, starts: () => starts }
}

describe('a new version of the page', () => {
  test('starts only when the user agrees', () => {
    const { steps, on, start, starts } = version()
    on.onNeedRefresh()
    vi.runAllTimers()
    expect([steps, starts()]).toEqual([['ready'], 0])
    start()
    on.onNeedReload()
    vi.runAllTimers()
    expect([steps, starts()]).toEqual([['ready', 'starting', 'started'], 1])
  })

  test('reports that it is blocked, and starts when it can', () => {
    const { steps, on, start } = version()
    on.onNeedRefresh()
    start()
    vi.advanceTimersByTime(4_999)
    expect(steps).toEqual(['ready', 'starting'])
    vi.advanceTimersByTime(1)
    expect(steps).toEqual(['ready', 'starting', 'blocked'])
    on.onNeedReload()
    expect(steps.at(-1)).toBe('started')
  })

  test('can be started in another tab', () => {
    const { steps, on, starts } = version()
    on.onNeedRefresh()
    on.onNeedReload()
    expect([steps, starts()]).toEqual([['ready', 'started'], 0])
  })
})
