import { describe, expect, test } from 'vitest'
import { testService, testWallet } from '../../../support/wallets/test-wallet.ts'
import {
  requireFileName,
  requireFreeName,
  requireWalletDir,
} from '../../../../worker/rpc/wallet/names.ts'

describe('names of wallets', () => {
  test('are file names of any characters', () => {
    for (const name of ['', 'w', '.hidden', 'w 1', 'köln', 'w\\x'])
      expect(() => requireFileName(name)).not.toThrow()
  })

  test.each(['../w', '/w', 'w/', 'w\0'])('error: %j is a path', (name) => {
    expect(() => requireFileName(name)).toThrow('Invalid filename')
  })

  test('error: the name exists; the empty name is always free', async () => {
    const service = await testService()
    await testWallet({ name: 'w' }, service)
    await expect(requireFreeName(service, 'w')).rejects.toMatchObject({
      reason: 'UNKNOWN_ERROR',
      message: 'Wallet already exists.',
    })
    await requireFreeName(service, 'v')
    await requireFreeName(service, '')
  })

  test('error: the service has no wallet directory', async () => {
    const service = await testService({ walletDir: false })
    expect(() => requireWalletDir(service)).toThrow('No wallet dir configured')
  })
})
