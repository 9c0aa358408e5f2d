/**
 * Proposed sets of multisig transactions, and what every call for such a set refuses.
 *
 * @module
 */
import { expect, test } from 'vitest'
import { longHex } from '#protocol/hex.ts'
import { sealMultisigSet } from '../../../worker/engine/multisig/tx-set.ts'
import { calledWallet } from '../wallets/called-wallet.ts'
import { exchangeInfos, newGroup, partsOf, payGroup, proposed } from './spendable-group.ts'

/** A set that the first of two signers has proposed. */
export async function proposal() {
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

export function testRefusedSets(method: 'sign_multisig' | 'submit_multisig') {
  test.each([
    ['xx', -26n, 'Failed to parse hex.'],
    ['00', -34n, 'Failed to parse multisig tx data.'],
  ])('error: %j', async (tx_data_hex, code, message) => {
    const [member] = await newGroup(2, 2)
    expect(await member!.answer(method, { tx_data_hex })).toEqual({ error: { code, message } })
  })

  test('error: an ordinary wallet', async () => {
    const { call } = await calledWallet()
    expect(await call(method)).toEqual({
      error: { code: -31, message: 'This wallet is not multisig' },
    })
  })
}
