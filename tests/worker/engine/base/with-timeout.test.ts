import { describe, expect, test } from 'vitest'
import { withTimeout } from '../../../../worker/engine/base/with-timeout.ts'
import { systemClock } from '../../../../worker/adapters/platform.ts'

describe('withTimeout', () => {
  test('is the answer', async () => {
    expect(await withTimeout(systemClock, 1000, Promise.resolve(5))).toBe(5)
  })

  test('is nothing when it fails, or comes late', async () => {
    expect(await withTimeout(systemClock, 1000, Promise.reject(new Error('no')))).toBeUndefined()
    expect(await withTimeout(systemClock, 1, new Promise(() => {}))).toBeUndefined()
  })
})
