import { describe, expect, test } from 'vitest'
import { ask } from '../../../support/multisig/group-members.ts'
import { proposal, testRefusedSets } from '../../../support/multisig/proposed-set.ts'

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

  testRefusedSets('sign_multisig')
})
