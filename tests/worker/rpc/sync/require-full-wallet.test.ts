import { describe, expect, test } from 'vitest'
import { requireFullWallet } from '../../../../worker/rpc/sync/require-full-wallet.ts'
import { newGroup } from '../../../support/multisig/spendable-group.ts'
import { testService, testWallet } from '../../../support/wallets/test-wallet.ts'

describe('background sync', () => {
  test('is for a wallet with its whole spend key', async () => {
    const wallet = await testWallet()
    expect(() => requireFullWallet(wallet)).not.toThrow()
  })

  test('error: a watch-only wallet', async () => {
    const { spendSecret: _, ...viewing } = structuredClone((await testWallet()).secrets)
    const wallet = await testWallet({ secrets: viewing }, await testService())
    expect(() => requireFullWallet(wallet)).toThrow(
      'Watch-only wallet cannot enable background sync',
    )
  })

  test('error: a member of a multisig group', async () => {
    const [member] = await newGroup(2, 2)
    expect(() => requireFullWallet(member!.service.wallet!)).toThrow(
      'Multisig wallet cannot enable background sync',
    )
  })
})
