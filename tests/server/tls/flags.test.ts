import { describe, expect, test } from 'vitest'
import { UsageError } from '#protocol/settings.ts'
import { fingerprintsOf, modeOf, rpcTlsOf } from '../../../server/tls/flags.ts'

const fingerprint = 'ab'.repeat(32)

describe('rpcTlsOf', () => {
  test('accepts TLS and plain HTTP by default, without client certificates', () => {
    expect(rpcTlsOf({})).toEqual({
      mode: 'autodetect',
      trust: 'system',
      fingerprints: [],
      caFile: '',
      keyFile: '',
      certificateFile: '',
    })
  })

  test.each(['enabled', 'disabled', 'autodetect'] as const)('rpc-ssl %s', (mode) => {
    expect(rpcTlsOf({ 'rpc-ssl': mode }).mode).toBe(mode)
  })

  test.each(['disabled', 'autodetect'] as const)(
    'listed client certificates enable TLS, even with rpc-ssl %s',
    (mode) => {
      const lists = [
        { 'rpc-ssl-allowed-fingerprints': fingerprint },
        { 'rpc-ssl-ca-certificates': '/ca' },
      ]
      for (const list of lists)
        expect(rpcTlsOf({ 'rpc-ssl': mode, ...list })).toMatchObject({
          mode: 'enabled',
          trust: 'listed',
        })
    },
  )

  test('rpc-ssl-allow-chained accepts intermediate issuers', () => {
    const given = { 'rpc-ssl-ca-certificates': '/ca', 'rpc-ssl-allow-chained': true } as const
    expect(rpcTlsOf(given).trust).toBe('chained')
  })

  test('rpc-ssl-allow-any-cert takes precedence over listed certificates', () => {
    const given = { 'rpc-ssl': 'disabled', 'rpc-ssl-allowed-fingerprints': fingerprint }
    expect(rpcTlsOf(given, true)).toMatchObject({ mode: 'disabled', trust: 'any' })
  })

  test.each(['', 'Enabled', 'on'])('error: the mode %j', (mode) => {
    expect(() => rpcTlsOf({ 'rpc-ssl': mode })).toThrow(
      new UsageError('Invalid argument for rpc-ssl'),
    )
  })
})

test('modeOf is undefined without the flag', () => {
  expect(modeOf('daemon-ssl', undefined)).toBeUndefined()
})

describe('fingerprintsOf', () => {
  test('reads a list', () => {
    expect(fingerprintsOf(undefined)).toEqual([])
    expect(fingerprintsOf(`${fingerprint}, ${fingerprint}`)).toEqual([fingerprint, fingerprint])
  })

  test.each(['ab', 'zz'.repeat(32), `${fingerprint},${fingerprint}0`, `${fingerprint}00`])(
    'error: %s',
    (text) => {
      expect(() => fingerprintsOf(text)).toThrow(
        new UsageError('SHA-256 fingerprint should be 32 bytes long.'),
      )
    },
  )
})
