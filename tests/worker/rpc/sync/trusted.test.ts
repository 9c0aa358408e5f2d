import { describe, expect, test } from 'vitest'
import { requireTrustedDaemon } from '../../../../worker/rpc/sync/trusted.ts'
import { testService, testWallet } from '../../../support/wallets/test-wallet.ts'

describe('a call that needs a trusted daemon', () => {
  test('runs when the user trusts the daemon', async () => {
    const service = await testService({ daemon: { address: 'fake', trusted: true } })
    const wallet = await testWallet({}, service)
    expect(() => requireTrustedDaemon(wallet)).not.toThrow()
  })

  test('error: the daemon is not trusted, or no daemon is set', async () => {
    for (const daemon of [{ address: 'fake', trusted: false }, undefined]) {
      const wallet = await testWallet({}, await testService(daemon && { daemon }))
      expect(() => requireTrustedDaemon(wallet)).toThrow('This command requires a trusted daemon.')
    }
  })
})
