import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { beforeAll, test } from '../support/programs/test.ts'
import { count, someOf } from '../support/random/case-counts.ts'
import { post } from '../support/network/http-client.ts'
import {
  minerAddress,
  minerSeed,
  startWalletRpc,
  type Result,
  type WalletRpc,
} from '../support/programs/monerod.ts'
import { startOurWalletRpc, type OurWalletRpc } from '../support/programs/nightjar.ts'

/** Nobody listens there: these calls need no chain. */
const nowhere = '127.0.0.1:1'

/** Most of the time to make a wallet goes into its subaddresses. */
const fewSubaddresses = ['--subaddress-lookahead', '2:5']

let reference: WalletRpc
let ours: OurWalletRpc

beforeAll(async () => {
  ;[reference, ours] = await Promise.all([
    startWalletRpc({ daemon: nowhere }),
    startOurWalletRpc({ daemon: nowhere, flags: ['--offline', ...fewSubaddresses] }),
  ])
})

/** The whole answer of both to the same call. */
async function both(method: string, params: unknown = {}): Promise<[Result, Result]> {
  const ask = async (url: string) =>
    (await post(`${url}/json_rpc`, { jsonrpc: '2.0', id: '0', method, params })).json()
  return Promise.all([ask(reference.url), ask(ours.url)])
}

/** Asserts that both answer alike, `data` beside a message apart. @returns What they answered. */
async function alike(method: string, params: unknown = {}) {
  const [expected, actual] = await both(method, params)
  if (actual.error) delete actual.error.data
  expect(actual, `${method} ${JSON.stringify(params)}`).toEqual(expected)
  return actual
}

const viewkey = '49774391fa5e8d249fc2c5b45dadef13534bf2483dede880dac88f061e809100'
const spendkey = '148d78d2aba7dbca5cd8f6abcfb0b3c009ffbdbea1ff373d50ed94d78286640e'
const keys = { address: minerAddress, viewkey, spendkey }

const everyKey = async () => {
  for (const key_type of ['mnemonic', 'view_key', 'spend_key'])
    await alike('query_key', { key_type })
}

describe('wallets made by both programs', () => {
  test('list the same languages', async () => {
    await alike('get_languages')
  })

  test('from a seed have the same address, words and keys', async () => {
    const restored = await alike('restore_deterministic_wallet', { seed: minerSeed })
    expect(restored.result.address).toBe(minerAddress)
    await everyKey()
    await alike('get_address', { account_index: 0 })
  })

  test('from a seed with an offset are the same', async () => {
    const params = { seed: minerSeed, seed_offset: 'correct horse \u00fc' }
    await alike('restore_deterministic_wallet', params)
    await everyKey()
  })

  test('from keys, full or view-only, are the same', async () => {
    await alike('generate_from_keys', keys)
    await everyKey()
    await alike('generate_from_keys', { ...keys, spendkey: '' })
    await everyKey()
  })

  test('from the same words in any language are the same', async () => {
    const { languages } = await reference.call('get_languages')
    expect(languages).toHaveLength(12)
    for (const language of someOf<string>(languages, count(3, 12))) {
      await alike('generate_from_keys', { ...keys, language })
      const { result } = await alike('query_key', { key_type: 'mnemonic' })
      const restored = await ours.call('restore_deterministic_wallet', { seed: result.key })
      expect(restored, language).toMatchObject({ address: minerAddress, seed: result.key })
    }
  })

  test('from a new seed of one program are restored by the other', async () => {
    for (const [maker, reader] of [
      [ours, reference],
      [reference, ours],
    ] as const) {
      await maker.call('create_wallet', { language: 'Japanese' })
      const { key: seed } = await maker.call('query_key', { key_type: 'mnemonic' })
      const { address } = await maker.call('get_address', { account_index: 0 })
      expect(await reader.call('restore_deterministic_wallet', { seed })).toMatchObject({
        address,
        seed,
      })
    }
  })
})

describe('equal answers and errors', () => {
  beforeAll(async () => {
    await both('generate_from_keys', { ...keys, language: 'English' })
  })

  test.each<[string, unknown]>([
    ['create_wallet', {}],
    ['create_wallet', { filename: 'a/b', language: 'English' }],
    ['create_wallet', { filename: 'x', language: 'Klingon' }],
    ['create_wallet', { filename: 5 }],
    ['open_wallet', { filename: 'a/b' }],
    ['restore_deterministic_wallet', {}],
    ['restore_deterministic_wallet', { seed: 'a b c' }],
    ['restore_deterministic_wallet', { seed: minerSeed.replace(/\w+$/, 'goat') }],
    ['restore_deterministic_wallet', { seed: minerSeed.replace(/ \w+$/, '') }],
    ['restore_deterministic_wallet', { seed: minerSeed, filename: 'a/b' }],
    ['restore_deterministic_wallet', { seed: minerSeed, restore_height: -1 }],
    ['restore_deterministic_wallet', { seed: minerSeed, restore_height: 'x' }],
    ['generate_from_keys', {}],
    ['generate_from_keys', { viewkey }],
    ['generate_from_keys', { ...keys, filename: 'a/b' }],
    ['generate_from_keys', { ...keys, address: 'x' }],
    ['generate_from_keys', { ...keys, address: minerAddress.replace(/.$/, '9') }],
    ['generate_from_keys', { ...keys, viewkey: 'zz' }],
    ['generate_from_keys', { ...keys, viewkey: viewkey.slice(1) }],
    ['generate_from_keys', { ...keys, spendkey: 'zz' }],
    ['generate_from_keys', { ...keys, language: 'Klingon' }],
    ['query_key', {}],
    ['query_key', { key_type: 'seed' }],
    ['validate_address', { address: minerAddress }],
    ['validate_address', { address: 'x' }],
    ['validate_address', {}],
    ['make_integrated_address', { payment_id: '0123456789abcdef' }],
    ['make_integrated_address', { payment_id: '01' }],
    ['make_integrated_address', { payment_id: '00'.repeat(32) }],
    ['make_integrated_address', { standard_address: 'x', payment_id: '0123456789abcdef' }],
    ['split_integrated_address', { integrated_address: minerAddress }],
    ['split_integrated_address', {}],
    [
      'make_uri',
      { address: minerAddress, amount: 5, tx_description: 'a&b=c \u00fc', recipient_name: '%' },
    ],
    ['make_uri', { address: minerAddress, payment_id: '0123456789abcdef' }],
    [
      'parse_uri',
      { uri: `monero:${minerAddress}?tx_amount=1.5&other=1&recipient_name=%C3%BC%20x` },
    ],
    ['set_tx_notes', { txids: ['00'.repeat(32)], notes: [] }],
    ['set_tx_notes', { txids: ['00'], notes: ['x'] }],
    ['set_tx_notes', { txids: ['00'.repeat(32)], notes: ['x'] }],
    ['get_tx_notes', { txids: ['00'.repeat(32), '11'.repeat(32)] }],
    ['get_tx_notes', { txids: ['zz'] }],
    ['no_such_method', {}],
  ])('%s %j', async (method, params) => {
    await alike(method, params)
  })

  test('calls without an open wallet', async () => {
    await both('close_wallet')
    const calls = ['close_wallet', 'query_key', 'store', 'change_wallet_password', 'stop_wallet']
    const more = ['get_tx_notes', 'make_integrated_address', 'make_uri', 'validate_address']
    for (const method of [...calls, ...more]) await alike(method)
  })

  test('names that exist, and wallets that do not open', async () => {
    const params = { filename: 'taken', password: 'p', language: 'English' }
    await alike('create_wallet', params)
    await alike('create_wallet', params)
    await alike('restore_deterministic_wallet', { ...params, seed: minerSeed })
    await alike('generate_from_keys', { ...params, ...keys })
    await alike('close_wallet')
    for (const wrong of [
      { filename: 'taken', password: 'q' },
      { filename: 'nothing', password: 'p' },
    ]) {
      // 0.18.0.0 does not say why; later versions do.
      const [expected, actual] = await both('open_wallet', wrong)
      expect(expected.error).toEqual({ code: -1n, message: 'Failed to open wallet' })
      expect(actual.error).toMatchObject({
        code: -1n,
        message: expect.stringMatching(/^Failed to open wallet : /),
      })
    }
    await alike('open_wallet', { filename: 'taken', password: 'p' })
    await alike('open_wallet', { filename: 'taken', password: 'p' })
  })

  test('a password that was changed', async () => {
    await alike('create_wallet', { filename: 'changed', password: 'old', language: 'English' })
    await alike('change_wallet_password', { old_password: 'wrong', new_password: 'new' })
    await alike('change_wallet_password', { old_password: 'old', new_password: 'new' })
    await alike('close_wallet')
    const [expected, actual] = await both('open_wallet', { filename: 'changed', password: 'old' })
    expect([expected.error.code, actual.error.code]).toEqual([-1n, -1n])
    await alike('open_wallet', { filename: 'changed', password: 'new' })
  })
})

describe('wallet files', () => {
  test('have the same names, and store writes them again', async () => {
    await alike('create_wallet', { filename: 'files', password: 'p', language: 'English' })
    for (const { walletDir } of [reference, ours])
      for (const name of ['files', 'files.keys'])
        expect(existsSync(join(walletDir, name)), name).toBe(true)

    rmSync(join(ours.walletDir, 'files'))
    rmSync(join(ours.walletDir, 'files.keys'))
    const { key } = await ours.call('query_key', { key_type: 'spend_key' })
    await ours.call('store')
    for (const name of ['files', 'files.keys'])
      expect(existsSync(join(ours.walletDir, name)), name).toBe(true)
    await ours.call('close_wallet')
    await ours.call('open_wallet', { filename: 'files', password: 'p' })
    expect(await ours.call('query_key', { key_type: 'spend_key' })).toEqual({ key })
  })
})
