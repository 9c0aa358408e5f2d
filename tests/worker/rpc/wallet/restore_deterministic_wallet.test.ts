import { hexToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { loadLanguage } from '#protocol/mnemonic/languages.ts'
import { crypted, readPolyseed, writePolyseed, type Polyseed } from '#protocol/mnemonic/polyseed.ts'
import { writeSeed } from '#protocol/mnemonic/seed.ts'
import type { Service } from '../../../../worker/engine/service.ts'
import { dispatch } from '../../../../worker/rpc/dispatch.ts'
import { minerAddress, minerSeed } from '../../../support/programs/monerod.ts'
import { testService } from '../../../support/wallets/test-wallet.ts'

// The word of the list is `unquoted`; its first three letters identify it.
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
  test('returns the address and the seed in full words, and opens the wallet', async () => {
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
  test('decrypts the seed with the offset', async () => {
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

  // mymonero-core-cpp, test/test_all.cpp.
  test("accepts MyMonero's 13 words, and returns them", async () => {
    const half =
      'foxes selfish humid nexus juvenile dodge pepper ember biscuit elapse jazz vibrate biscuit'
    const service = await testService()
    const params = { filename: 'half', password: 'p', seed: half }
    expect(await dispatch(service, 'restore_deterministic_wallet', params)).toEqual({
      result: {
        ...restored,
        address:
          '43zxvpcj5Xv9SEkNXbMCG7LPQStHMpFCQCmkmR4u5nzjWwq5Xkv5VmGgYEsHXg4ja2FGRD5wMWbBVMijDTqmmVqm93wHGkg',
        seed: half,
      },
    })
    await dispatch(service, 'close_wallet')
    await dispatch(service, 'open_wallet', { filename: 'half', password: 'p' })
    for (const [key_type, key] of [
      ['mnemonic', half],
      ['view_key', '7bea1907940afdd480eff7c4bcadb478a0fbb626df9e3ed74ae801e18f53e104'],
      ['spend_key', '4e6d43cd03812b803c6f3206689f5fcc910005fc7e91d50d79b0776dbefcd803'],
    ])
      expect(await dispatch(service, 'query_key', { key_type })).toEqual({ result: { key } })
  })

  test('error: an offset with 13 words', async () => {
    expect(
      await restore({ seed: seed.split(' ').slice(0, 13).join(' '), seed_offset: 'x' }),
    ).toEqual({
      error: { code: -1, message: 'Seeds of 13 words have no offset', data: 'seed_offset' },
    })
  })

  describe("Polyseed's 16 words", () => {
    // https://github.com/tevador/polyseed tests/tests.c
    const words =
      'raven tail swear infant grief assist regular lamp duck valid someone little harsh puppy airport language'
    const ask = async (params: object) => {
      const service = await testService()
      const outcome = await dispatch(service, 'restore_deterministic_wallet', params)
      const { result } = outcome as { result?: { address: string; seed: string } }
      return { service, outcome, result }
    }
    const mnemonicOf = (service: Service) =>
      dispatch(service, 'query_key', { key_type: 'mnemonic' })

    test('are accepted and returned, and set the restore height', async () => {
      const { service, result } = await ask({ filename: 'poly', password: 'p', seed: words })
      expect(result).toMatchObject({ seed: words, was_deprecated: false })
      // Four days before 1 December 2021, 22:29 UTC.
      expect(service.wallet?.info.restoreHeight).toBe(2_502_713n)
      await dispatch(service, 'close_wallet')
      await dispatch(service, 'open_wallet', { filename: 'poly', password: 'p' })
      expect(await mnemonicOf(service)).toEqual({ result: { key: words } })
      // Its keys are those of 25 words as well.
      const key = await dispatch(service, 'query_key', { key_type: 'spend_key' })
      const { key: spendKey } = (key as { result: { key: string } }).result
      const same = writeSeed(hexToBytes(spendKey), await loadLanguage('English'))
      expect((await ask({ seed: same })).result?.address).toBe(result?.address)
    })

    test('a given restore height takes precedence', async () => {
      const { service } = await ask({ seed: words, restore_height: 5 })
      expect(service.wallet?.info.restoreHeight).toBe(5n)
    })

    test('need their passphrase when they are encrypted', async () => {
      const seed = (await readPolyseed(words)) as Polyseed
      const hidden = await writePolyseed(crypted(seed, 'pass'))
      expect((await ask({ seed: hidden })).outcome).toEqual({
        error: {
          code: -1,
          message: 'Electrum-style word list failed verification',
          data: 'seed_offset: these words are encrypted with a passphrase',
        },
      })
      const { service, result } = await ask({ seed: hidden, seed_offset: 'pass' })
      expect(result).toMatchObject({ seed: words })
      expect(result?.address).toBe((await ask({ seed: words })).result?.address)
      expect(await mnemonicOf(service)).toEqual({ result: { key: words } })
      const { result: other } = await ask({ seed: hidden, seed_offset: 'wrong' })
      expect(other?.address).not.toBe(result?.address)
    })

    test('become 25 words when an offset decrypts the key', async () => {
      const { service, result } = await ask({ seed: words, seed_offset: 'pass' })
      expect(result?.seed.split(' ')).toHaveLength(25)
      expect(await mnemonicOf(service)).toEqual({ result: { key: result!.seed } })
      expect((await ask({ seed: result!.seed })).result?.address).toBe(result!.address)
    })

    test('error: one word is changed', async () => {
      const { outcome } = await ask({ seed: words.replace('puppy', 'zoo') })
      expect(outcome).toMatchObject({
        error: { data: expect.stringContaining('the checksum does not match') },
      })
    })
  })

  test('reports a seed without a checksum as deprecated', async () => {
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
    ['3 words', 'a b c', 'seed: expected 13, 16, 24 or 25 words'],
    [
      'an unknown word',
      seed.replace(/^\S+/, 'zzzzz'),
      'seed: expected words of one word list, got an unknown word or several lists',
    ],
    [
      'two words exchanged',
      seed.replace(/^(\S+) (\S+)/, '$2 $1'),
      'seed: the checksum does not match: a word is wrong or misplaced',
    ],
  ])('error: %s; the message names the fault, not the words', async (_, words, data) => {
    expect(await restore({ seed: words })).toMatchObject({ error: { code: -1, data } })
  })

  test('error: the wallet name exists', async () => {
    const service = await testService()
    await dispatch(service, 'restore_deterministic_wallet', { seed, filename: 'a' })
    expect(
      await dispatch(service, 'restore_deterministic_wallet', { seed, filename: 'a' }),
    ).toEqual({ error: { code: -1, message: 'Wallet already exists.' } })
  })

  test.each([-1, 1.5, 2n ** 64n, true])('error: %s is not a height', async (restore_height) => {
    expect(await restore({ seed, restore_height })).toMatchObject({ error: { code: -32602 } })
  })
})
