import { describe, expect, test } from 'vitest'
import { dispatch } from '../../../../worker/rpc/dispatch.ts'
import { minerAddress, minerSeed } from '../../../support/monerod.ts'
import { testService } from '../../../support/wallet.ts'

// The word itself is `unquoted`: three letters are enough to tell it.
const seed = minerSeed.replaceAll('unquote', 'unquoted')
const restored = {
  address: minerAddress,
  info: 'Wallet has been restored successfully.',
  seed,
  was_deprecated: false,
}

const restore = async (params: object) =>
  dispatch(await testService(), 'restore_deterministic_wallet', params)

describe('restore_deterministic_wallet', () => {
  test('gives the address of the seed, the seed as it is written, and opens the wallet', async () => {
    const service = await testService()
    const params = { filename: 'old', password: 'p', seed: minerSeed, restore_height: 1234 }
    expect(await dispatch(service, 'restore_deterministic_wallet', params)).toEqual({
      result: restored,
    })
    expect(service.wallet?.info).toMatchObject({ kind: 'full', restoreHeight: 1234n })
    await dispatch(service, 'close_wallet')
    await dispatch(service, 'open_wallet', { filename: 'old', password: 'p' })
    expect(await dispatch(service, 'query_key', { key_type: 'mnemonic' })).toEqual({
      result: { key: seed },
    })
  })

  test.each([
    ['upper case', seed.toUpperCase()],
    ['the first letters of every word', seed.replace(/\b([a-z]{3})[a-z]*/g, '$1')],
    ['line breaks and spaces', `  ${seed.replaceAll(' ', '\n  ')}\n`],
  ])('takes %s', async (_, words) => {
    expect(await restore({ seed: words })).toEqual({ result: restored })
  })

  // Recorded from monero-wallet-rpc 0.18.0.0.
  test('takes an offset off the seed', async () => {
    expect(await restore({ seed, seed_offset: 'pass phrase' })).toEqual({
      result: {
        address:
          '41rfEH4q4gBQsi6HmauwhS45ysrcw3Xus66LYnpVj4A62WF9HKxMHkHW8XtfMr5RAVfQLgbvcshPDVqwrFr6QJwRRSArp5o',
        info: 'Wallet has been restored successfully.',
        seed:
          'victim tether lava tuition fatal gave railway hazard left linen cool number dice ' +
          'mechanic tadpoles ember sash lied looking dizzy shipped ensign damp efficient ensign',
        was_deprecated: false,
      },
    })
  })

  test('says that a seed without a checksum is deprecated', async () => {
    const words = seed.split(' ').slice(0, 24).join(' ')
    expect(await restore({ seed: words })).toEqual({
      result: { ...restored, was_deprecated: true },
    })
  })

  test.each([
    ['no seed', {}, "field 'seed' is mandatory. Please provide a seed you want to restore from."],
    [
      'an empty seed',
      { seed: '' },
      "field 'seed' is mandatory. Please provide a seed you want to restore from.",
    ],
    ['a path', { seed, filename: 'a/b' }, 'Invalid filename'],
    ['words of no language', { seed: 'a b c' }, 'Electrum-style word list failed verification'],
    [
      'a wrong checksum',
      { seed: seed.replace(/\w+$/, 'goat') },
      'Electrum-style word list failed verification',
    ],
  ])('error: %s', async (_, params, message) => {
    expect(await restore(params)).toMatchObject({ error: { code: -1, message } })
  })

  test.each([
    ['3 words', 'a b c', 'seed: expected 24 or 25 words'],
    [
      'an unknown word',
      seed.replace(/^\S+/, 'zzzzz'),
      'seed: a word is in none of the word lists, or words of several are mixed',
    ],
    [
      'two words exchanged',
      seed.replace(/^(\S+) (\S+)/, '$2 $1'),
      'seed: the words contradict their checksum: one of them is another, or misplaced',
    ],
  ])('error: %s, and it is said what is wrong, without the words', async (_, words, data) => {
    expect(await restore({ seed: words })).toMatchObject({ error: { code: -1, data } })
  })

  test('error: a name that is taken', async () => {
    const service = await testService()
    await dispatch(service, 'restore_deterministic_wallet', { seed, filename: 'a' })
    expect(
      await dispatch(service, 'restore_deterministic_wallet', { seed, filename: 'a' }),
    ).toEqual({ error: { code: -1, message: 'Wallet already exists.' } })
  })

  test.each([-1, 1.5, 2n ** 64n, true])('error: %s is no height', async (restore_height) => {
    expect(await restore({ seed, restore_height })).toMatchObject({ error: { code: -32602 } })
  })
})
