import { describe, expect, test } from 'vitest'
import { fingerprintError, knowsPeer, tlsModeOf, tlsOf } from '#protocol/network/tls.ts'

const hash = 'AB'.repeat(32)
const none = { fingerprints: [], caFile: '', keyFile: '', certificateFile: '' }

describe('TLS settings', () => {
  test.each([
    ['nothing', {}, { ...none, mode: 'autodetect', trust: 'system' }],
    ['a mode', { mode: 'disabled' }, { ...none, mode: 'disabled', trust: 'system' }],
    [
      'certificates are listed, which asks for encryption',
      { fingerprints: [hash] },
      { ...none, mode: 'enabled', trust: 'listed', fingerprints: [hash.toLowerCase()] },
    ],
    [
      'others may stand in between',
      { caFile: 'ca', chained: true },
      { ...none, mode: 'enabled', trust: 'chained', caFile: 'ca' },
    ],
    [
      'others may stand in between, but none are listed',
      { chained: true },
      { ...none, mode: 'autodetect', trust: 'system' },
    ],
    [
      'a mode beside a list',
      { mode: 'autodetect', caFile: 'ca' },
      { ...none, mode: 'autodetect', trust: 'listed', caFile: 'ca' },
    ],
    [
      'any certificate will do, whatever is listed',
      { anyCertificate: true, caFile: 'ca', fingerprints: [hash] },
      { ...none, mode: 'autodetect', trust: 'any' },
    ],
    [
      'a certificate of our own',
      { keyFile: 'key', certificateFile: 'crt' },
      { ...none, mode: 'autodetect', trust: 'system', keyFile: 'key', certificateFile: 'crt' },
    ],
  ] as const)('%s', (_, wish, tls) => {
    expect(tlsOf(wish)).toEqual(tls)
  })

  test('modes are the three of monero', () => {
    expect(['enabled', 'disabled', 'autodetect', 'Enabled', ''].map(tlsModeOf)).toEqual([
      'enabled',
      'disabled',
      'autodetect',
      undefined,
      undefined,
    ])
  })

  test('fingerprints are SHA-256 hashes', () => {
    expect(fingerprintError(hash)).toBeUndefined()
    expect(fingerprintError(hash.slice(2))).toBe('length')
    expect(fingerprintError('')).toBe('length')
    expect(fingerprintError(hash.slice(1))).toBe('hex')
    expect(fingerprintError('AB:'.repeat(32))).toBe('hex')
  })

  test('knowsPeer is true for listed certificates, and for addresses that contain the key', () => {
    expect(knowsPeer(tlsOf({ caFile: 'ca' }))).toBe(true)
    expect(knowsPeer(tlsOf({ anyCertificate: true }), 'node.example')).toBe(false)
    expect(knowsPeer(tlsOf({}), 'abc.onion')).toBe(true)
    expect(knowsPeer(tlsOf({}), 'abc.b32.i2p')).toBe(true)
    expect(knowsPeer(tlsOf({}), 'onion.example')).toBe(false)
  })
})
