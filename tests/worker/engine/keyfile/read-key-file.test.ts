import { utf8ToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { chacha8 } from '../../../../worker/engine/base/chacha-key.ts'
import { readKeyFile, readUnderKey } from '../../../../worker/engine/keyfile/read-key-file.ts'
import { givenKeys } from '../../../../worker/engine/keys/new-keys.ts'
import {
  UnsupportedWallet,
  WalletDamaged,
  WrongPassword,
} from '../../../../worker/engine/store/errors.ts'
import {
  fileKey,
  fileOf,
  fileWith,
  fullKeyFile,
  keyFilePorts as ports,
  plainAccount,
  recordedKeyFile,
} from '../../../support/wallets/key-files.ts'

const read = (file: Uint8Array) => readUnderKey(ports, file, fileKey)
const oldestFile = fileOf(plainAccount(), chacha8)

describe('readKeyFile', () => {
  test("opens a file of monero's own tests: its keys are those of its address", async () => {
    const found = await readKeyFile(ports, recordedKeyFile, 'test', 1)
    expect(found).toMatchObject({
      seedLanguage: 'English',
      network: 'testnet',
      restoreHeight: 818_413n,
      lookahead: { accounts: 50, addresses: 200 },
    })
    expect(givenKeys(ports.crypto, found.secrets, found.seedLanguage)).toMatchObject({
      seedLanguage: 'English',
      deterministic: true,
    })
  })

  test.each([
    ['another password', 'tesT', 1],
    ['another number of rounds', 'test', 2],
  ])('error: %s', async (_, password, rounds) => {
    await expect(readKeyFile(ports, recordedKeyFile, password, rounds)).rejects.toThrow(
      WrongPassword,
    )
  })
})

describe('readUnderKey', () => {
  test.each([
    ['an account alone under ChaCha8', oldestFile],
    ['secrets in clear in the JSON object', fileWith({})],
    ['a JSON object under ChaCha8', fileWith({}, chacha8)],
  ])('opens a file of the oldest kinds: %s', async (_, file) => {
    expect(await read(file)).toEqual({
      secrets: fullKeyFile.secrets,
      seedLanguage: '',
      network: undefined,
      restoreHeight: 0n,
      lookahead: { accounts: 50, addresses: 200 },
    })
  })

  test('drops the spend key of a file that is marked view-only', async () => {
    const { secrets } = await read(fileWith({ watch_only: 1 }))
    const { spendSecret: _, ...viewOnly } = fullKeyFile.secrets
    expect(secrets).toEqual(viewOnly)
  })

  test('error: a wrong key', async () => {
    for (const file of [recordedKeyFile, oldestFile, fileWith({})])
      await expect(readUnderKey(ports, file, new Uint8Array(32))).rejects.toThrow(WrongPassword)
  })

  test.each([
    ['cut short', fileWith({}).subarray(0, -1), 'it is truncated, or not a key file'],
    ['JSON cut short', fileOf(utf8ToBytes('{"key_data":"abc')), /^JSON: .* at position 13$/],
    [
      'an account that is no portable storage',
      fileWith({ key_data: 'abc' }),
      'portable storage: wrong signature at byte 0',
    ],
    ['no account', fileWith({ key_data: undefined }), 'key_data: expected bytes, got nothing'],
    [
      'a nonce of another length',
      fileWith({ key_data: plainAccount(new Uint8Array(7)) }),
      'm_encryption_iv: expected 8 bytes',
    ],
    ['a negative height', fileWith({ refresh_height: -1 }), 'refresh_height: expected u64, got -1'],
    ['an unknown network', fileWith({ nettype: 4 }), 'nettype: no network 4'],
  ])('error: %s, without a byte of the content', async (_, file, problem) => {
    const error = await read(file).catch((problem: unknown) => problem)
    expect(error).toBeInstanceOf(WalletDamaged)
    expect((error as Error).message).toMatch(problem)
  })

  test.each([
    ['hardware device', { key_on_device: 1 }, 'hardware device not supported'],
    ['multisig', { multisig: 1 }, 'multisig wallets are not supported'],
  ])('error: a wallet of a kind that is not supported: %s', async (_, members, message) => {
    await expect(read(fileWith(members))).rejects.toThrow(new UnsupportedWallet(message))
  })
})
