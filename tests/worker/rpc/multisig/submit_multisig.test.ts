import { describe, expect, test } from 'vitest'
import { proposal, testRefusedSets } from '../../../support/multisig/proposed-set.ts'

describe('submit_multisig', () => {
  test('error: too few members have signed', async () => {
    const { second, tx_data_hex } = await proposal()
    expect(await second.answer('submit_multisig', { tx_data_hex })).toEqual({
      error: { code: -33n, message: 'Not enough signers signed this transaction.' },
    })
  })

  testRefusedSets('submit_multisig')
})
