import { describe, expect, test } from 'vitest'
import { calledWallet } from '../../../support/wallets/called-wallet.ts'
import { requireKdfRounds } from '../../../../worker/rpc/wallet/kdf-rounds.ts'

describe('rounds of the password stretch', () => {
  test('are those of the service when 0', () => {
    expect(requireKdfRounds(0, { kdfRounds: 3 })).toBe(3)
    expect(requireKdfRounds(1, { kdfRounds: 3 })).toBe(1)
    expect(requireKdfRounds(10_000, { kdfRounds: 3 })).toBe(10_000)
  })

  test.each([10_001, 1_000_000_000, 0xffff_ffff])('error: %i of a key file', async (kdf_rounds) => {
    const { call } = await calledWallet()
    const tooMany = {
      error: {
        code: -32602,
        message: 'Invalid params',
        data: 'kdf_rounds: expected 10000 at most',
      },
    }
    const given = { password: '', kdf_rounds }
    expect(await call('export_keys_file', given)).toEqual(tooMany)
    const file = { ...given, keys_file: '00'.repeat(200) }
    expect(await call('import_keys_file', file)).toEqual(tooMany)
  })
})
