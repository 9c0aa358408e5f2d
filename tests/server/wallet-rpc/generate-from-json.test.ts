import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bytesToHex } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { formatAddress, parseAddress } from '#protocol/address.ts'
import { dispatch } from '../../../worker/rpc/dispatch.ts'
import { makeDescribed, readDescription } from '../../../server/wallet-rpc/generate-from-json.ts'
import { minerAddress, minerSeed } from '../../support/programs/monerod.ts'
import { temporaryFolder } from '../../support/storage/temporary-folder.ts'
import { secretRecordingService } from '../../support/wallets/recorded-secrets.ts'
import { testService } from '../../support/wallets/test-wallet.ts'

const folder = temporaryFolder('described')
const file = join(folder, 'wallet.json')

let counted = 1

/** Makes the wallet that a file with these fields describes. */
async function made(fields: object) {
  const filename = join(folder, `wallet ${counted++}`)
  writeFileSync(file, JSON.stringify({ version: 1, filename, ...fields }))
  const service = await testService()
  await makeDescribed(service, readDescription(file), 'mainnet')
  return { service, filename, wallet: service.wallet! }
}

// The keys of the seed, which the reference would print for it.
const { wallet } = await made({ seed: minerSeed })
const { spendSecret, viewSecret } = wallet.secrets
const [spendkey, viewkey] = [bytesToHex(spendSecret!), bytesToHex(viewSecret)]
const other = formatAddress({ ...parseAddress(minerAddress)!, spendKey: wallet.secrets.viewPublic })

describe('a wallet that a file describes', () => {
  test('has the seed of its words, is scanned from its height, and has its password', async () => {
    const { wallet, filename } = await made({
      seed: minerSeed,
      scan_from_height: 1234,
      password: 'p',
    })
    expect(wallet.primaryAddress).toBe(minerAddress)
    expect(wallet.info.restoreHeight).toBe(1234n)
    expect(await wallet.verifyPassword('p')).toBe(true)
    expect(wallet.name).toBe(filename.split('/').at(-1))
    expect(existsSync(`${filename}.address.txt`)).toBe(false)
  })

  test('is scanned from the first block by default', async () => {
    expect((await made({ seed: minerSeed })).wallet.info.restoreHeight).toBe(0n)
  })

  test('has the keys of its words and passphrase', async () => {
    const { service } = await made({ seed: minerSeed, seed_passphrase: 'secret' })
    const restored = await testService()
    await dispatch(restored, 'restore_deterministic_wallet', {
      filename: 'x',
      seed: minerSeed,
      seed_offset: 'secret',
    })
    expect(service.wallet!.primaryAddress).toBe(restored.wallet!.primaryAddress)
    expect(service.wallet!.primaryAddress).not.toBe(minerAddress)
  })

  test.each([
    ['a spend key', { spendkey }, false],
    ['a spend key and its address', { spendkey, address: minerAddress }, false],
    ['both keys', { spendkey, viewkey }, false],
    ['both keys and their address', { spendkey, viewkey, address: minerAddress }, false],
    ['a view key and an address', { viewkey, address: minerAddress }, true],
  ])('is created from %s', async (_, fields, viewOnly) => {
    const { wallet } = await made(fields)
    expect(wallet.primaryAddress).toBe(minerAddress)
    expect(wallet.viewOnly).toBe(viewOnly)
  })

  test('writes its address to a file on request', async () => {
    const { filename } = await made({ seed: minerSeed, create_address_file: 1 })
    expect(readFileSync(`${filename}.address.txt`, 'utf8')).toBe(minerAddress)
  })

  test.each([
    ['nothing', {}, 'At least one of either an Electrum-style word list'],
    ['words and a key', { seed: minerSeed, viewkey }, 'Both Electrum-style word list and private'],
    ['words that are none', { seed: 'velvet lymph' }, 'word list failed verification'],
    [
      'words without a checksum',
      { seed: minerSeed.replaceAll('unquote', 'unquoted').split(' ').slice(0, 24).join(' ') },
      'Cannot generate deprecated wallets from JSON',
    ],
    ['a view key alone', { viewkey }, 'Address must be specified in order to create watch-only'],
    ['a key of another length', { spendkey: 'ab' }, 'failed to parse spend key secret key'],
    ['no hex', { viewkey: 'xy'.repeat(32) }, 'failed to parse view key secret key'],
    ['a key of zeros', { spendkey: '0'.repeat(64) }, 'spend secret key may not be all zeroes'],
    ['no scalar', { spendkey: 'f'.repeat(64) }, 'failed to verify spend key secret key'],
    ['no address', { viewkey, address: 'x' }, 'invalid address'],
    ['the address of another', { spendkey, address: other }, 'spend key does not match'],
    [
      'the view key of another',
      { viewkey: spendkey, address: minerAddress },
      'view key does not match standard address',
    ],
    ['a newer version', { version: 2 }, 'Version 2 too new, we can only grok up to 1'],
    ['a number for a text', { password: 5 }, 'password: expected text'],
    ['a switch for a number', { create_address_file: true }, 'create_address_file: expected i32'],
  ])('error: of %s', async (_, fields, message) => {
    await expect(made(fields)).rejects.toThrow(message)
  })

  test.each([
    ['the address of another', { spendkey, address: other }],
    ['keys of which one is none', { viewkey, spendkey: 'f'.repeat(64) }],
    ['keys and an address that is none', { viewkey, spendkey, address: 'x' }],
    ['a view key alone', { viewkey }],
    ['the view key of another', { viewkey: spendkey, address: minerAddress }],
  ])('error: %s leaves no key in memory', async (_, fields) => {
    const { service, secrets } = await secretRecordingService()
    writeFileSync(file, JSON.stringify({ version: 1, filename: join(folder, 'x'), ...fields }))
    await expect(makeDescribed(service, readDescription(file), 'mainnet')).rejects.toThrow()
    expect(secrets).not.toEqual([])
    for (const secret of secrets) expect(secret).toEqual(new Uint8Array(32))
  })

  test('error: a wallet of this name exists', async () => {
    const { service, filename } = await made({ seed: minerSeed })
    writeFileSync(file, JSON.stringify({ version: 1, filename, seed: minerSeed }))
    await expect(makeDescribed(service, readDescription(file), 'mainnet')).rejects.toThrow(
      'failed to generate new wallet: Cannot create wallet. Already exists.',
    )
  })

  test('error: a malformed file', () => {
    writeFileSync(file, '{"version":1,')
    expect(() => readDescription(file)).toThrow('Failed to parse JSON')
    writeFileSync(file, '{"version":1}')
    expect(() => readDescription(file)).toThrow('filename: expected text')
    expect(() => readDescription(join(folder, 'none'))).toThrow('Failed to load file')
  })
})
