import { describe, expect, test } from 'vitest'
import { withTimeout } from '../../../../worker/engine/base/with-timeout.ts'
import { systemClock } from '../../../../worker/adapters/platform.ts'

describe('withTimeout', () => {
  test('returns the result', async () => {
    expect(await withTimeout(systemClock, 1000, Promise.resolve(5))).toBe(5)
  })

  test('returns undefined on failure or timeout', async () => {
    expect(await withTimeout(systemClock, 1000, Promise.reject(new Error('no')))).toBeUndefined()
    expect(await withTimeout(systemClock, 1, new Promise(() => {}))).toBeUndefined()
  })
})
