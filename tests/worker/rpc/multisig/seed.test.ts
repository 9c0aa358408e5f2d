import { describe, expect, test } from 'vitest'
import { multisigSeedOf } from '../../../../worker/engine/multisig/group.ts'
import { dispatch } from '../../../../worker/rpc/dispatch.ts'
import { makeGroup } from '../../../support/multisig/group-keys.ts'
import { testService, testWallet } from '../../../support/wallets/test-wallet.ts'

/** A member of two of three after so many rounds, as a wallet that is open. */
async function memberWallet(rounds?: number) {
  const [secrets] = await makeGroup(2, 3, rounds)
  const service = await testService()
  await testWallet({ secrets: secrets!, seedLanguage: '', deterministic: false }, service)
  return { secrets: secrets!, service }
}

const enable = { enable_multisig_experimental: true }

describe('the seed of a multisig wallet', () => {
  test('is returned, and restores the same wallet with multisig enabled', async () => {
    const { secrets, service } = await memberWallet()
    const asked = await dispatch(service, 'query_key', { key_type: 'mnemonic' })
    const key = multisigSeedOf(secrets)
    expect(asked).toEqual({ result: { key } })

    const restored = await testService()
    const params = { filename: 'm', password: 'p', seed: key, restore_height: 1234, ...enable }
    expect(await dispatch(restored, 'restore_deterministic_wallet', params)).toEqual({
      result: {
        address: service.wallet!.primaryAddress,
        info: 'Wallet has been restored successfully.',
        seed: '',
        was_deprecated: true,
      },
    })
    await dispatch(restored, 'close_wallet')
    await dispatch(restored, 'open_wallet', { filename: 'm', password: 'p' })
    expect(restored.wallet!.info).toMatchObject({ kind: 'multisig', restoreHeight: 1234n })
    expect(restored.wallet!.secrets).toEqual(secrets)
    expect(await dispatch(restored, 'is_multisig')).toEqual({
      result: { multisig: true, ready: true, threshold: 2, total: 3 },
    })
    expect(await dispatch(restored, 'export_multisig_info')).toHaveProperty('result')
  })

  test('error: the key exchange is not complete', async () => {
    const { service } = await memberWallet(2)
    expect(await dispatch(service, 'query_key', { key_type: 'mnemonic' })).toEqual({
      error: { code: -31, message: 'This wallet is multisig, but not yet finalized' },
    })
  })

  test.each([
    ['Multisig seeds are not compatible with seed offsets', { seed_offset: 'x', ...enable }],
    ['Electrum-style word list failed verification', {}],
  ])('error: %s', async (message, params) => {
    const { secrets } = await memberWallet()
    const service = await testService()
    const seed = multisigSeedOf(secrets)
    expect(
      await dispatch(service, 'restore_deterministic_wallet', { seed, ...params }),
    ).toMatchObject({ error: { code: -1, message } })
    expect(service.wallet).toBeUndefined()
  })
})
