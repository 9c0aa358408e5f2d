import { execFile } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { describe, expect } from 'vitest'
import { beforeAll, test } from '../support/programs/test.ts'
import { formatAddress } from '#protocol/address.ts'
import { count, someOf } from '../support/random/case-counts.ts'
import { testCrypto } from '../support/wasm/crypto.ts'
import { post } from '../support/network/http-client.ts'
import {
  minerAddress,
  minerSeed,
  startMonerod,
  startWalletRpc,
  type Monerod,
  type Result,
  type WalletRpc,
} from '../support/programs/monerod.ts'
import { startOurWalletRpc, type OurWalletRpc } from '../support/programs/nightjar.ts'
import { temporaryFolder } from '../support/storage/temporary-folder.ts'

const execute = promisify(execFile)

const viewkey = '49774391fa5e8d249fc2c5b45dadef13534bf2483dede880dac88f061e809100'
const spendkey = '148d78d2aba7dbca5cd8f6abcfb0b3c009ffbdbea1ff373d50ed94d78286640e'
const keys = { address: minerAddress, viewkey, spendkey }

/** The view key does not follow from the spend key: there are no words. */
async function unrelatedKeys() {
  const crypto = await testCrypto()
  const view = crypto.scalarReduce(crypto.keccak256(utf8ToBytes('another view key')))
  const [spendKey, viewKey] = [hexToBytes(spendkey), view].map((key) => crypto.multiplyBase(key))
  const address = formatAddress({
    network: 'mainnet',
    kind: 'standard',
    spendKey: spendKey!,
    viewKey: viewKey!,
  })

  return { address, viewkey: bytesToHex(view), spendkey }
}

/** A wallet of every kind: its password, and how it is made. */
const kinds: [kind: string, password: string, method: string, params: object][] = [
  ['a seed', 'pass', 'restore_deterministic_wallet', { seed: minerSeed, restore_height: 3 }],
  ['an empty password', '', 'restore_deterministic_wallet', { seed: minerSeed }],
  [
    'a password in unicode',
    'p\u00e4ss \u5bc6\u7801 \ud83d\udd11',
    'create_wallet',
    { language: 'Japanese' },
  ],
  ['keys', 'k', 'generate_from_keys', await unrelatedKeys()],
  ['keys with words', 'k', 'generate_from_keys', { ...keys, language: 'Deutsch' }],
  ['a view key', 'v', 'generate_from_keys', { ...keys, spendkey: '' }],
]

let node: Monerod
let reference: WalletRpc
let ours: OurWalletRpc
/** The same programs, told to stretch passwords twice. */
let slowReference: WalletRpc
let slowOurs: OurWalletRpc
/** Of the wallets of both. */
const walletDir = temporaryFolder('key-files')

beforeAll(async () => {
  node = await startMonerod()
  await node.mine(70)
  const daemon = new URL(node.url).host
  const slow = ['--kdf-rounds', '2']
  // Most of the time to open a wallet goes into its subaddresses.
  const few = ['--no-auto-refresh', '--subaddress-lookahead', '2:5']
  ;[reference, ours, slowReference, slowOurs] = await Promise.all([
    startWalletRpc({ daemon, walletDir }),
    startOurWalletRpc({ daemon, walletDir, flags: few }),
    startWalletRpc({ daemon, walletDir, flags: slow }),
    startOurWalletRpc({ daemon, walletDir, flags: [...few, ...slow] }),
  ])
})

type Program = Pick<WalletRpc, 'url' | 'call'>

const fileOf = (name: string) => join(walletDir, name)

/** The whole answer to a call. */
async function answer({ url }: Program, method: string, params: object): Promise<Result> {
  const body = { jsonrpc: '2.0', id: '0', method, params }
  return (await post(`${url}/json_rpc`, body)).json()
}

/** What tells the open wallet from others: address, every secret it has or why not, what it found. */
async function described(program: Program) {
  const secrets = ['mnemonic', 'view_key', 'spend_key'].map(async (key_type) => {
    const { result, error } = await answer(program, 'query_key', { key_type })
    return result?.key ?? error.message
  })

  const { address } = await program.call('get_address', { account_index: 0 })
  await program.call('refresh', {})
  const { balance } = await program.call('get_balance', { account_index: 0 })
  return { address, secrets: await Promise.all(secrets), balance }
}

/** Opens a wallet, describes it and closes it. */
async function opened(program: Program, filename: string, password: string) {
  await program.call('open_wallet', { filename, password })
  const description = await described(program)
  await program.call('close_wallet')
  return description
}

/** Makes a wallet and describes it, which stays open. */
async function made(program: Program, method: string, params: object) {
  await program.call(method, params)
  return described(program)
}

/** The output of monero-wallet-cli for a command that ends it. The file is a copy, since the program writes it. */
async function openedByCli(keysFile: string, password: string, rounds: number): Promise<string> {
  const path = join(temporaryFolder('cli'), 'copy')
  writeFileSync(`${path}.keys`, hexToBytes(keysFile))
  const given = ['--wallet-file', path, '--password', password, '--kdf-rounds', `${rounds}`]
  const quiet = ['--offline', '--log-file', `${path}.log`, '--log-level', '0']
  const ended = execute('monero-wallet-cli', [...given, ...quiet, 'wallet_info'])
  ended.child.stdin!.end()
  const { stdout, stderr } = await ended.catch((error: { stdout: string; stderr: string }) => error)
  return stdout + stderr
}

const invalid = { code: -1n, message: 'Failed to open wallet : Invalid password.' }

describe('a key file of monero-wallet-rpc', () => {
  test.each(someOf(kinds, count(1, kinds.length)))(
    'of a wallet from %s opens in our program, and our export opens in monero-wallet-rpc',
    async (kind, password, method, params) => {
      const filename = `theirs ${kind}`
      const expected = await made(reference, method, { filename, password, ...params })
      await reference.call('close_wallet')
      const before = readFileSync(fileOf(`${filename}.keys`))

      const wrong = await answer(ours, 'open_wallet', { filename, password: `${password}x` })
      expect(wrong.error).toMatchObject(invalid)
      expect(existsSync(fileOf(`${filename}.nightjar`))).toBe(false)

      expect(await opened(ours, filename, password)).toEqual(expected)
      // Again, from our own store beside it, while nothing of theirs has changed.
      expect(existsSync(fileOf(`${filename}.nightjar.keys`))).toBe(true)
      await ours.call('open_wallet', { filename, password })
      expect(await described(ours)).toEqual(expected)
      expect(readFileSync(fileOf(`${filename}.keys`))).toEqual(before)

      const { keys_file } = await ours.call('export_keys_file', { password })
      await ours.call('close_wallet')
      const exported = `exported ${kind}`
      writeFileSync(fileOf(`${exported}.keys`), hexToBytes(keys_file))
      expect(await opened(reference, exported, password)).toEqual(expected)
    },
  )

  test('with more rounds opens in both programs if the number of rounds is given', async () => {
    const [filename, password] = ['slow', 'p']
    const params = { filename, password, language: 'English' }
    const expected = await made(slowReference, 'create_wallet', params)
    await slowReference.call('close_wallet')
    const { error } = await answer(ours, 'open_wallet', { filename, password })
    expect(error).toMatchObject(invalid)

    const keys_file = readFileSync(fileOf('slow.keys')).toString('hex')
    const importParams = { password, keys_file, kdf_rounds: 2 }
    expect(await made(ours, 'import_keys_file', importParams)).toEqual(expected)
    await ours.call('close_wallet')

    await slowOurs.call('open_wallet', { filename, password })
    const exported = await slowOurs.call('export_keys_file', { password })
    await slowOurs.call('close_wallet')
    writeFileSync(fileOf('twice.keys'), hexToBytes(exported.keys_file))
    expect(await opened(slowReference, 'twice', password)).toEqual(expected)
  })

  test('that has a password and rounds of its own opens in monero-wallet-cli with these only', async () => {
    const [filename, password] = ['own', 'of the wallet']
    const params = { filename, password, seed: minerSeed, restore_height: 3 }
    const { address } = await made(ours, 'restore_deterministic_wallet', params)
    const given = { password, file_password: 'of the file', kdf_rounds: 5 }
    const { keys_file } = await ours.call('export_keys_file', given)
    await ours.call('close_wallet')

    const wrong: [password: string, rounds: number][] = [
      ['of the wallet', 5],
      ['of the file', 1],
      ['of the file', 4],
    ]
    for (const [filePassword, rounds] of wrong)
      expect(await openedByCli(keys_file, filePassword, rounds)).toContain('invalid password')
    expect(await openedByCli(keys_file, 'of the file', 5)).toContain(`Address: ${address}`)

    const imported = { password: 'of the file', keys_file, kdf_rounds: 5 }
    const kept = { ...imported, filename: 'again', wallet_password: 'another' }
    expect(await made(ours, 'import_keys_file', kept)).toMatchObject({ address })
    await ours.call('close_wallet')
    expect(await opened(ours, 'again', 'another')).toMatchObject({ address })
  })
})

test('a key file of ours opens in monero-wallet-rpc with its password only', async () => {
  const password = 'p\u00e4ss \u5bc6\u7801'
  const params = { filename: 'ours', password, seed: minerSeed, restore_height: 3 }
  const expected = await made(ours, 'restore_deterministic_wallet', params)
  const refused = await answer(ours, 'export_keys_file', { password: 'other' })
  expect(refused.error).toMatchObject({ code: -22n, message: 'Invalid password.' })
  const { keys_file } = await ours.call('export_keys_file', { password })
  const watching = await ours.call('export_keys_file', { password, watch_only: true })
  await ours.call('close_wallet')

  writeFileSync(fileOf('full.keys'), hexToBytes(keys_file))
  const wrong = { filename: 'full', password: 'other' }
  expect((await answer(reference, 'open_wallet', wrong)).error).toMatchObject({ code: -1n })
  expect(await opened(reference, 'full', password)).toEqual(expected)
  // And comes back to ours as it was.
  expect(await made(ours, 'import_keys_file', { password, keys_file })).toEqual(expected)
  await ours.call('close_wallet')

  writeFileSync(fileOf('watching.keys'), hexToBytes(watching.keys_file))
  expect(await opened(reference, 'watching', password)).toMatchObject({
    address: minerAddress,
    secrets: [
      'The wallet is watch-only. Cannot retrieve seed.',
      viewkey,
      'The wallet is watch-only. Cannot retrieve spend key.',
    ],
  })
})
