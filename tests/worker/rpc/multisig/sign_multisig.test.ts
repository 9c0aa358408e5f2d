import { describe, expect, test } from 'vitest'
import { longHex } from '#protocol/hex.ts'
import { sealMultisigSet } from '../../../../worker/engine/multisig/tx-set.ts'
import { ask } from '../../../support/multisig/group-members.ts'
import { calledWallet } from '../../../support/wallets/called-wallet.ts'
import {
  exchangeInfos,
  newGroup,
  partsOf,
  payGroup,
  proposed,
} from '../../../support/multisig/spendable-group.ts'

/** A set that the first of two signers has proposed. */
async function proposal() {
  const members = await newGroup(2, 2)
  const keys = await payGroup(members, 1)
  await exchangeInfos(members)
  const [first, second] = members as [(typeof members)[0], (typeof members)[0]]
  const { ports, secrets, crypto } = partsOf(first)
  const signers = [crypto.multiplyBase(secrets.multisig.baseSecret)]
  const set = { transactions: [await proposed(first, keys)], signers }
  const tx_data_hex = longHex(await sealMultisigSet(ports, secrets, set))
  return { first, second, tx_data_hex }
}

describe('sign_multisig', () => {
  test('completes a transaction as the last signer, and submit_multisig accepts the set', async () => {
    const { second, tx_data_hex } = await proposal()
    const signed = await ask(second, 'sign_multisig', { tx_data_hex })
    expect(signed.tx_hash_list).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)])
    expect(signed.tx_data_hex).not.toBe(tx_data_hex)
  })

  test('error: the same member signs twice', async () => {
    const { first, tx_data_hex } = await proposal()
    expect(await first.answer('sign_multisig', { tx_data_hex })).toMatchObject({
      error: { code: -35n, message: expect.stringContaining('already signed by this') },
    })
  })

  test.each([
    ['xx', -26n, 'Failed to parse hex.'],
    ['00', -34n, 'Failed to parse multisig tx data.'],
  ])('error: %j', async (tx_data_hex, code, message) => {
    const [member] = await newGroup(2, 2)
    expect(await member!.answer('sign_multisig', { tx_data_hex })).toEqual({
      error: { code, message },
    })
  })

  test('error: an ordinary wallet', async () => {
    const { call } = await calledWallet()
    expect(await call('sign_multisig')).toEqual({
      error: { code: -31, message: 'This wallet is not multisig' },
    })
  })
})
