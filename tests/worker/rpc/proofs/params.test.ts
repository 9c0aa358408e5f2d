import { describe, expect, test } from 'vitest'
import { minerAddress } from '../../../support/programs/monerod.ts'
import { testWallet } from '../../../support/wallets/test-wallet.ts'
import { requireAddress } from '../../../../worker/rpc/proofs/params.ts'

describe('an address that a proof is about', () => {
  test('is of the network of the wallet', async () => {
    const wallet = await testWallet()
    expect(requireAddress(wallet, minerAddress)).toMatchObject({ kind: 'standard' })
  })

  test.each(['', 'x', `${minerAddress}1`])('error: %j', async (given) => {
    const wallet = await testWallet()
    expect(() => requireAddress(wallet, given)).toThrow('Invalid address')
  })

  test('error: an address of another network', async () => {
    const stagenet = await testWallet({ network: 'stagenet' })
    expect(() => requireAddress(stagenet, minerAddress)).toThrow('Invalid address')
  })
})
