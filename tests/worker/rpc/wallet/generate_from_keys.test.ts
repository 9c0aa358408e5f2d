import { describe, expect, test } from 'vitest'
import { dispatch } from '../../../../worker/rpc/dispatch.ts'
import { minerAddress } from '../../../support/programs/monerod.ts'
import { secretRecordingService } from '../../../support/wallets/recorded-secrets.ts'
import { testService } from '../../../support/wallets/test-wallet.ts'

const address = minerAddress
const viewkey = '49774391fa5e8d249fc2c5b45dadef13534bf2483dede880dac88f061e809100'
const spendkey = '148d78d2aba7dbca5cd8f6abcfb0b3c009ffbdbea1ff373d50ed94d78286640e'
const all = { address, viewkey, spendkey }

const generate = async (params: object) =>
  dispatch(await testService(), 'generate_from_keys', params)

async function opened(params: object) {
  const service = await testService()
  const made = await dispatch(service, 'generate_from_keys', params)
  return { made, key: (key_type: string) => dispatch(service, 'query_key', { key_type }), service }
}

describe('generate_from_keys', () => {
  test('makes a full wallet', async () => {
    const { made, key, service } = await opened({ ...all, restore_height: 9, language: 'Dutch' })
    expect(made).toEqual({
      result: { address, info: 'Wallet has been generated successfully.' },
    })
    expect(await key('spend_key')).toEqual({ result: { key: spendkey } })
    expect(await key('view_key')).toEqual({ result: { key: viewkey } })
    // Recorded from monero-wallet-rpc 0.18.0.0.
    expect(await key('mnemonic')).toEqual({
      result: {
        key:
          'webpagina louter glibberen ockhuizen typograaf peuk pofmouw vindbaar nijenhuis vulkaan ' +
          'samsam liggeld blozen leut erfhuis noren atypisch fregat besseling biseks wegmaaien ' +
          'wonenden foyer goklustig biseks',
      },
    })
    expect(service.wallet?.info.restoreHeight).toBe(9n)
  })

  test('makes a view-only wallet without the spend key', async () => {
    const { made, key, service } = await opened({ address, viewkey })
    expect(made).toEqual({
      result: { address, info: 'Watch-only wallet has been generated successfully.' },
    })
    expect(service.wallet?.viewOnly).toBe(true)
    expect(await key('view_key')).toEqual({ result: { key: viewkey } })
    expect(await key('spend_key')).toEqual({
      error: { code: -29, message: 'The wallet is watch-only. Cannot retrieve spend key.' },
    })
    expect(await key('mnemonic')).toEqual({
      error: { code: -29, message: 'The wallet is watch-only. Cannot retrieve seed.' },
    })
  })

  test('a wallet without a language has no seed words', async () => {
    const { key } = await opened(all)
    expect(await key('mnemonic')).toEqual({
      error: { code: -1, message: 'Failed to get seed.' },
    })
  })

  test('a wallet whose view key does not follow from its spend key has no seed', async () => {
    const { crypto } = (await testService()).ports
    const { bytesToHex, hexToBytes } = await import('@noble/hashes/utils.js')
    const { formatAddress } = await import('#protocol/address.ts')
    const other = '0100000000000000000000000000000000000000000000000000000000000000'
    const primary = formatAddress({
      network: 'mainnet',
      kind: 'standard',
      spendKey: crypto.multiplyBase(hexToBytes(spendkey)),
      viewKey: crypto.multiplyBase(hexToBytes(other)),
    })
    const { made, key } = await opened({
      address: primary,
      viewkey: other,
      spendkey,
      language: 'English',
    })
    expect(made).toHaveProperty('result.address', primary)
    expect(await key('view_key')).toEqual({ result: { key: bytesToHex(hexToBytes(other)) } })
    expect(await key('mnemonic')).toEqual({
      error: { code: -43, message: 'The wallet is non-deterministic. Cannot display seed.' },
    })
  })

  test.each([
    [
      'no view key',
      { address },
      "field 'viewkey' is mandatory. Please provide a view key you want to restore from.",
    ],
    ['no address', { viewkey }, "field 'address' is mandatory. Please provide a public address."],
    ['a path', { ...all, filename: 'a/b' }, 'Invalid filename'],
    ['an address that is none', { ...all, address: 'x' }, 'Failed to parse public address'],
    [
      'an address of another network',
      {
        ...all,
        address:
          '9wviCeWe2D8XS82k2ovp5EUYLzBt9pYNW2LXUFsZiv8S3Mt21FZ5qQaAroko1enzw3eGr9qC7X1D7Geoo2RrAotYPwq9Gm8',
      },
      'Failed to parse public address',
    ],
    ['a view key that is no hex', { ...all, viewkey: 'zz' }, 'Failed to parse view key secret key'],
    [
      'a spend key cut short',
      { ...all, spendkey: spendkey.slice(2) },
      'Failed to parse spend key secret key',
    ],
    [
      'an unknown language',
      { ...all, language: 'Klingon' },
      'The specified seed language is invalid.',
    ],
    [
      'the view key of another wallet',
      { address, viewkey: spendkey },
      'view key does not match standard address',
    ],
    [
      'the spend key of another wallet',
      { ...all, spendkey: viewkey },
      'spend key does not match standard address',
    ],
    [
      'a view key that is no scalar',
      { ...all, viewkey: 'ff'.repeat(32) },
      'view key does not match standard address',
    ],
  ])('error: %s', async (_, params, message) => {
    const service = await testService()
    const named = { filename: 'new', ...params }
    expect(await dispatch(service, 'generate_from_keys', named)).toEqual({
      error: { code: -1, message },
    })
    expect(await service.ports.files.list()).toEqual([])
  })

  test('error: no message repeats a key', async () => {
    const secret = 'ab'.repeat(33)
    for (const wrong of [{ viewkey: secret }, { spendkey: secret }])
      expect(JSON.stringify(await generate({ ...all, ...wrong }))).not.toContain('abab')
  })

  test.each([
    ['the spend key of another wallet', { ...all, spendkey: viewkey }],
    ['a view key that is no scalar', { ...all, viewkey: 'ff'.repeat(32) }],
  ])('error: %s leaves no key in memory', async (_, params) => {
    const { service, secrets } = await secretRecordingService()
    expect(await dispatch(service, 'generate_from_keys', params)).toHaveProperty('error.code', -1)
    expect(secrets).not.toEqual([])
    for (const secret of secrets) expect(secret).toEqual(new Uint8Array(32))
  })
})
