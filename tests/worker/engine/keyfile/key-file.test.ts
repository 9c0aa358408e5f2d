import { readFileSync } from 'node:fs'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { varint } from '#protocol/chain/varint.ts'
import { epeeFrom } from '#protocol/epee/epee.ts'
import { stringifyJson } from '#protocol/json/json.ts'
import { keysOfSeed } from '../../../../worker/engine/keys/account.ts'
import { chacha20, chacha8, chachaKey } from '../../../../worker/engine/base/chacha-key.ts'
import { account, type KeyFile } from '../../../../worker/engine/keyfile/key-file.ts'
import { givenKeys } from '../../../../worker/engine/keys/new-keys.ts'
import { isKeyFile } from '../../../../worker/engine/keyfile/key-file-form.ts'
import { readKeyFile, readUnderKey } from '../../../../worker/engine/keyfile/read-key-file.ts'
import { importedKeys } from '../../../../worker/engine/keyfile/imported-keys.ts'
import { writeKeyFile } from '../../../../worker/engine/keyfile/write-key-file.ts'
import {
  WalletDamaged,
  UnsupportedWallet,
  WrongPassword,
} from '../../../../worker/engine/store/errors.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'
import { vaultPorts } from '../../../support/storage/vault-ports.ts'
import { testSeed } from '../../../support/wallets/test-wallet.ts'

const crypto = await testCrypto()
const ports = { ...vaultPorts, crypto }
const vector = new Uint8Array(
  readFileSync(new URL('../../../vectors/key-files/wallet_9svHk1.keys', import.meta.url)),
)

const wallet: KeyFile = {
  secrets: keysOfSeed(crypto, testSeed),
  seedLanguage: '日本語',
  network: 'stagenet',
  restoreHeight: 2n ** 60n,
  lookahead: { accounts: 3, addresses: 7 },
}
const key = await chachaKey(ports, utf8ToBytes('p'), 1)
const iv = new Uint8Array(8).fill(9)

/** A file of any content, its password `p`. */
function fileOf(plain: Uint8Array, cipher: typeof chacha20 = chacha20) {
  const sealed = cipher(key, iv, plain)
  return concatBytes(iv, varint(sealed.length), sealed)
}

const { spendSecret, viewSecret, spendPublic, viewPublic } = keysOfSeed(crypto, testSeed)
/** The account as the oldest wallets kept it, its secrets in clear. */
const bareAccount = epeeFrom(account, {
  m_keys: {
    m_account_address: { m_spend_public_key: spendPublic, m_view_public_key: viewPublic },
    m_spend_secret_key: spendSecret,
    m_view_secret_key: viewSecret,
    m_encryption_iv: new Uint8Array(8),
  },
})
/** A file whose JSON object has these members. */
const fileWith = (members: object) => fileOf(utf8ToBytes(stringifyJson(members)))
const jsonFile = (members: object) =>
  fileOf(
    Uint8Array.from(stringifyJson({ key_data: bareAccount, ...members }), (c) => c.charCodeAt(0)),
  )
const read = (file: Uint8Array) => readUnderKey(ports, file, key)

describe('the cipher of key files', () => {
  const tested = {
    key: hexToBytes('00112233445566778899aabbccddeeffffeeddccbbaa99887766554433221100'),
    iv: hexToBytes('0f1e2d3c4b5a6978'),
  }
  // draft-strombergsson-chacha-test-vectors-01, TC8, key of 256 bits.
  test.each([
    ['ChaCha8', chacha8, 'db43ad9d1e842d1272e4530e276b3f568f8859b3f7cf6d9d2c74fa53808cb515'],
    ['ChaCha20', chacha20, '9fadf409c00811d00431d67efbd88fba59218d5d6708b1d685863fabbb0e961e'],
  ])('%s has its known stream', (_, cipher, expected) => {
    expect(bytesToHex(cipher(tested.key, tested.iv, new Uint8Array(32)))).toBe(expected)
  })
})

describe('a key file', () => {
  test("of monero's own tests opens, its keys those of its address", async () => {
    const found = await readKeyFile(ports, vector, 'test', 1)
    expect(found).toMatchObject({
      seedLanguage: 'English',
      network: 'testnet',
      restoreHeight: 818_413n,
      lookahead: { accounts: 50, addresses: 200 },
    })
    expect(givenKeys(crypto, found.secrets, found.seedLanguage)).toMatchObject({
      seedLanguage: 'English',
      deterministic: true,
    })
  })

  test('that was written says the same when it is read', async () => {
    const file = await writeKeyFile(ports, wallet, 'p', 2)
    expect(isKeyFile(file)).toBe(true)
    expect(await readKeyFile(ports, file, 'p', 2)).toEqual(wallet)
  })

  test('of a view-only wallet has no spend key', async () => {
    const { spendSecret: _, ...viewing } = wallet.secrets
    const file = await writeKeyFile(ports, { ...wallet, secrets: viewing }, 'p', 1)
    expect((await read(file)).secrets).toEqual(viewing)
  })

  test('of a private chain is one of mainnet, and is never the same twice', async () => {
    const written = () => writeKeyFile(ports, { ...wallet, network: 'fakechain' }, 'p', 1)
    const [one, other] = [await written(), await written()]
    expect((await read(one)).network).toBe('mainnet')
    expect(one.subarray(0, 8)).not.toEqual(other.subarray(0, 8))
    expect(one.subarray(10)).not.toEqual(other.subarray(10))
  })

  test.each([
    ['an account alone under ChaCha8', fileOf(bareAccount, chacha8)],
    ['secrets in clear in the JSON object', jsonFile({})],
  ])('of the oldest kinds opens: %s', async (_, file) => {
    expect(await read(file)).toEqual({
      secrets: wallet.secrets,
      seedLanguage: '',
      network: undefined,
      restoreHeight: 0n,
      lookahead: { accounts: 50, addresses: 200 },
    })
  })

  test('error: a wrong password', async () => {
    for (const file of [vector, fileOf(bareAccount, chacha8), jsonFile({})])
      await expect(readUnderKey(ports, file, new Uint8Array(32))).rejects.toThrow(WrongPassword)
  })

  test('error: cut short anywhere it is none', () => {
    for (let length = 0; length < vector.length; length++)
      expect(isKeyFile(vector.subarray(0, length)), `${length}`).toBe(false)
    expect(isKeyFile(concatBytes(vector, Uint8Array.of(0)))).toBe(false)
  })

  test('error: a place that does not fit is named, and what stands there is not', async () => {
    const whole = jsonFile({})
    for (const [file, problem] of [
      [whole.subarray(0, -1), 'it was cut short, or is no key file'],
      [fileOf(utf8ToBytes('{"key_data":"abc')), /^JSON: .* at position 13$/],
      [fileWith({ key_data: 'abc' }), 'portable storage: wrong signature at byte 0'],
      [fileWith({ seed_language: 'x' }), 'key_data: expected bytes, got nothing'],
      [jsonFile({ refresh_height: -1 }), 'refresh_height: expected u64, got -1'],
      [jsonFile({ nettype: 4 }), 'nettype: no network 4'],
    ] as const) {
      const error = await read(file).catch((problem: unknown) => problem)
      expect(error).toBeInstanceOf(WalletDamaged)
      expect((error as Error).message).toMatch(problem)
    }
  })

  test.each([
    ['hardware device', { key_on_device: 1 }, 'hardware device not supported'],
    ['multisig', { multisig: 1 }, 'multisig wallets are not supported'],
  ])('error: a wallet of a kind we cannot open: %s', async (_, members, message) => {
    await expect(read(jsonFile(members))).rejects.toThrow(new UnsupportedWallet(message))
  })
})

describe('keys taken from a key file', () => {
  type Known = 'mainnet' | 'testnet' | 'fakechain' | undefined
  const take = (changes: Partial<KeyFile>, service?: Known, daemon?: Known) => {
    const copied = { ...wallet.secrets, ...changes.secrets }
    copied.viewSecret = copied.viewSecret.slice()
    copied.spendSecret = copied.spendSecret!.slice()
    const known = { service, daemon: async () => daemon }
    return importedKeys(crypto, { ...wallet, ...changes, secrets: copied }, known)
  }

  test.each<[KeyFile['network'], Known, Known, string]>([
    ['stagenet', undefined, undefined, 'stagenet'],
    ['mainnet', 'mainnet', undefined, 'mainnet'],
    ['mainnet', undefined, 'fakechain', 'fakechain'],
    ['mainnet', 'fakechain', undefined, 'fakechain'],
    [undefined, 'testnet', undefined, 'testnet'],
    [undefined, undefined, undefined, 'mainnet'],
  ])('of %s, in a service of %s, on a node of %s: %s', async (network, ours, node, expected) => {
    expect(await take({ network }, ours, node)).toMatchObject({ network: expected })
  })

  test('know whether words exist for them, and in which language', async () => {
    expect(await take({})).toMatchObject({ deterministic: true, seedLanguage: '日本語' })
    expect(await take({ seedLanguage: 'Klingon' })).toMatchObject({ seedLanguage: '' })
  })

  test('error: of another network', async () => {
    await expect(take({ network: 'testnet' }, 'mainnet')).rejects.toThrow(
      new UnsupportedWallet('testnet wallet cannot be opened as mainnet wallet'),
    )
  })

  test('error: more subaddresses than a wallet can watch', async () => {
    const lookahead = { accounts: 70_000, addresses: 70_000 }
    await expect(take({ lookahead })).rejects.toMatchObject({ code: -1 })
  })

  test('error: keys that are not those of the address', async () => {
    const other = keysOfSeed(crypto, new Uint8Array(32).fill(1))
    for (const [changed, which] of [
      [{ spendPublic: other.spendPublic }, 'spend key'],
      [{ viewPublic: other.viewPublic }, 'view key'],
    ] as const)
      await expect(take({ secrets: { ...wallet.secrets, ...changed } })).rejects.toThrow(
        new WalletDamaged(`its ${which} is not that of its address`),
      )
  })
})
