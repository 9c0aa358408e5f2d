import { describe, expect, test } from 'vitest'
import { requireHex } from '../../../../worker/rpc/cold/hex.ts'
import { dispatch } from '../../../../worker/rpc/dispatch.ts'
import { testService, testWallet } from '../../../support/wallets/test-wallet.ts'

const large = 'a7'.repeat(8_000_000)
const badHex = { code: -26, message: 'Failed to parse hex.' }

describe('hex of a set', () => {
  test('is read in either case', () => {
    expect(requireHex('00aBFf')).toEqual(Uint8Array.of(0, 0xab, 0xff))
    expect(requireHex('')).toEqual(new Uint8Array(0))
  })

  test('may be large', () => {
    const bytes = requireHex(large)
    expect(bytes.length).toBe(8_000_000)
    expect(bytes.at(-1)).toBe(0xa7)
  })

  test.each(['0', 'abc', '0g', '0x00', `${large}x1`, ` 00`])(
    'error: text of no bytes (%#)',
    (text) => {
      expect(() => requireHex(text)).toThrow('Failed to parse hex.')
    },
  )

  test('error: too large a text is an expected error, not an internal one', async () => {
    const service = await testService()
    await testWallet({}, service)
    const spoilt = `${large}zz`
    const relayed = await dispatch(service, 'relay_tx', { hex: spoilt })
    expect(relayed).toEqual({ error: badHex })
    const taken = await dispatch(service, 'import_outputs', { outputs_data_hex: large })
    expect(taken).toEqual({ error: { code: -1, message: 'Bad magic from outputs' } })
    const params = { txid: '0'.repeat(64), tx_key: spoilt, address: '' }
    expect(await dispatch(service, 'check_tx_key', params)).toEqual({
      error: { code: -25, message: 'Tx key has invalid format' },
    })
  })
})
