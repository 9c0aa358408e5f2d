import { expect, test } from 'vitest'
import { dispatch } from '../../../../worker/rpc/dispatch.ts'
import { testService, testWallet } from '../../../support/wallets/test-wallet.ts'

const tooMany = {
  error: { code: -32602, message: 'Invalid params', data: 'kdf_rounds: expected 10000 at most' },
}

test.each([10_001, 1_000_000_000, 0xffff_ffff])(
  'error: %i rounds of a key file',
  async (rounds) => {
    const service = await testService()
    await testWallet({}, service)
    const given = { password: '', kdf_rounds: rounds }
    expect(await dispatch(service, 'export_keys_file', given)).toEqual(tooMany)
    const file = { ...given, keys_file: '00'.repeat(200) }
    expect(await dispatch(service, 'import_keys_file', file)).toEqual(tooMany)
  },
)
