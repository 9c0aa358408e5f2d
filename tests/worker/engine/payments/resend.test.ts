import { describe, expect, test } from 'vitest'
import { isResendDue, nextResend } from '../../../../worker/engine/payments/resend.ts'
import { systemRandom } from '../../../../worker/adapters/platform.ts'

const hour = 3600n
const now = 1_700_000_000n

describe('nextResend', () => {
  test('is two to eight hours away, and spread over all of them', () => {
    const hours = new Set<bigint>()
    for (let i = 0; i < 500; i++) {
      const delay = nextResend(systemRandom, now) - now
      expect(delay).toBeGreaterThanOrEqual(2n * hour)
      expect(delay).toBeLessThanOrEqual(8n * hour)
      hours.add(delay / hour)
    }
    expect(hours.size).toBeGreaterThanOrEqual(6)
  })
})

describe('isResendDue', () => {
  const record = { daemon: 'node:18081', resendAt: now }

  test('holds for the first daemon from that time on', () => {
    expect(isResendDue(record, 'node:18081', now - 1n)).toBe(false)
    expect(isResendDue(record, 'node:18081', now)).toBe(true)
  })

  test('never holds for another daemon, nor for a record without a daemon', () => {
    expect(isResendDue(record, 'other:18081', now + 100n * hour)).toBe(false)
    expect(isResendDue({}, '', now)).toBe(false)
  })
})
