import { describe, expect, test } from 'vitest'
import { longHex } from '#protocol/hex.ts'
import { sealMultisigSet } from '../../../../worker/engine/multisig/tx-set.ts'
import { calledWallet } from '../../../support/wallets/called-wallet.ts'
import {
  exchangeInfos,
  newGroup,
  partsOf,
  payGroup,
  proposed,
} from '../../../support/multisig/spendable-group.ts'

describe('submit_multisig', () => {
  test('error: too few members have signed', async () => {
    const members = await newGroup(2, 2)
    const keys = await payGroup(members, 1)
    await exchangeInfos(members)
    const { ports, secrets, crypto } = partsOf(members[0]!)
    const signers = [crypto.multiplyBase(secrets.multisig.baseSecret)]
    const set = { transactions: [await proposed(members[0]!, keys)], signers }
    const tx_data_hex = longHex(await sealMultisigSet(ports, secrets, set))
    expect(await members[1]!.answer('submit_multisig', { tx_data_hex })).toEqual({
      error: { code: -33n, message: 'Not enough signers signed this transaction.' },
    })
  })

  test.each([
    ['xx', -26n, 'Failed to parse hex.'],
    ['00', -34n, 'Failed to parse multisig tx data.'],
  ])('error: %j', async (tx_data_hex, code, message) => {
    const [member] = await newGroup(2, 2)
    expect(await member!.answer('submit_multisig', { tx_data_hex })).toEqual({
      error: { code, message },
    })
  })

  test('error: an ordinary wallet', async () => {
    const { call } = await calledWallet()
    expect(await call('submit_multisig')).toEqual({
      error: { code: -31, message: 'This wallet is not multisig' },
    })
  })
})
