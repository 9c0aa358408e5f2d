import { describe, expect, test } from 'vitest'
import { isLoopback } from '#protocol/network/ip-address.ts'

describe('loopback', () => {
  test.each(['127.0.0.1', '127.255.255.255', '::1'])('%s', (ip) => {
    expect(isLoopback(ip)).toBe(true)
  })

  test.each(['127.evil.example', '127.0.0', '128.0.0.1', '0.0.0.0', '::', 'localhost', ''])(
    'error: %s',
    (ip) => {
      expect(isLoopback(ip)).toBe(false)
    },
  )
})
