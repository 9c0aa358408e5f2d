import { describe, expect, test } from 'vitest'
import { isLoopback, isPrivate } from '#protocol/network/ip-address.ts'

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

describe('private', () => {
  test.each([
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.0.1',
    'fd12::1',
    'fe80::1',
  ])('%s', (ip) => {
    expect(isPrivate(ip)).toBe(true)
  })

  test.each([
    '11.0.0.1',
    '172.15.0.1',
    '172.32.0.1',
    '192.169.0.1',
    '2001:db8::1',
    'fd.example',
    '10.example',
  ])('error: %s', (ip) => {
    expect(isPrivate(ip)).toBe(false)
  })
})
