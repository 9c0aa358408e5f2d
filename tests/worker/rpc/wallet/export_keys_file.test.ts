import { describe, expect, test } from 'vitest'
import { calledWallet } from '../../../support/wallets/called-wallet.ts'

describe('export_keys_file', () => {
  test('writes a file from which the same wallet is made', async () => {
    const { result, wallet } = await calledWallet()
    const { primaryAddress } = wallet
    const seed = await result('query_key', { key_type: 'mnemonic' })
    const { keys_file } = await result('export_keys_file', { password: '' })
    const other = await calledWallet()
    await other.result('import_keys_file', { filename: 'copy', password: '', keys_file })
    expect(await other.result('get_address')).toMatchObject({ address: primaryAddress })
    expect(await other.result('query_key', { key_type: 'mnemonic' })).toEqual(seed)
  })

  test('encrypts with a password of its own, and the number of rounds that is given', async () => {
    const { result, call } = await calledWallet()
    const given = { password: '', file_password: 'of the file', kdf_rounds: 2 }
    const { keys_file } = await result('export_keys_file', given)
    const invalid = { error: { code: -1, message: 'Failed to open wallet : Invalid password.' } }
    const wrong = { filename: 'copy', keys_file, kdf_rounds: 2 }
    expect(await call('import_keys_file', { ...wrong, password: '' })).toMatchObject(invalid)
    const right = { ...wrong, password: 'of the file' }
    expect(await call('import_keys_file', { ...right, kdf_rounds: 1 })).toMatchObject(invalid)
    await result('import_keys_file', right)
  })

  test('leaves the spend key out of a watch-only file', async () => {
    const { result, call } = await calledWallet()
    const { keys_file } = await result('export_keys_file', { password: '', watch_only: true })
    await result('import_keys_file', { filename: 'view', password: '', keys_file })
    expect(await call('query_key', { key_type: 'spend_key' })).toMatchObject({
      error: { code: -29 },
    })
  })

  test('encrypts with new random bytes each time', async () => {
    const { result } = await calledWallet()
    const [one, other] = [
      await result('export_keys_file', { password: '' }),
      await result('export_keys_file', { password: '' }),
    ]
    expect(one.keys_file).not.toBe(other.keys_file)
  })

  test.each([
    ['alone', {}],
    ['even with a password of the file', { file_password: '' }],
  ])('error: a wrong password %s', async (_, more) => {
    const { call } = await calledWallet()
    expect(await call('export_keys_file', { password: 'x', ...more })).toEqual({
      error: { code: -22, message: 'Invalid password.' },
    })
  })
})
