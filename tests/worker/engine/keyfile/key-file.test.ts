import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { chacha20, chachaKey } from '../../../../worker/engine/base/chacha-key.ts'
import { coverSecrets, networks } from '../../../../worker/engine/keyfile/key-file.ts'
import { fileKey, keyFilePorts as ports } from '../../../support/wallets/key-files.ts'

describe('coverSecrets', () => {
  const iv = new Uint8Array(8).fill(3)
  const secrets = Uint8Array.from({ length: 64 }, (_, at) => at)

  test('decrypts the secrets that it encrypts', async () => {
    const covered = await coverSecrets(ports, fileKey, iv, secrets)
    expect(covered).not.toEqual(secrets)
    expect(await coverSecrets(ports, fileKey, iv, covered)).toEqual(secrets)
  })

  // monero src/cryptonote_basic/account.cpp derive_key, src/cryptonote_config.h HASH_KEY_MEMORY
  test('uses the key of the file and the letter k, stretched once', async () => {
    const own = await chachaKey(ports, concatBytes(fileKey, utf8ToBytes('k')), 1)
    expect(await coverSecrets(ports, fileKey, iv, secrets)).toEqual(chacha20(own, iv, secrets))
  })

  test('depends on key and nonce, and changes neither', async () => {
    const [key, nonce] = [fileKey.slice(), iv.slice()]
    const covered = await coverSecrets(ports, key, nonce, secrets)
    expect([key, nonce]).toEqual([fileKey, iv])
    key[0]! ^= 1
    expect(await coverSecrets(ports, key, iv, secrets)).not.toEqual(covered)
    nonce[0]! ^= 1
    expect(await coverSecrets(ports, fileKey, nonce, secrets)).not.toEqual(covered)
  })
})

// monero src/cryptonote_config.h network_type
test('networks have the numbers of the reference', () => {
  expect(networks).toEqual(['mainnet', 'testnet', 'stagenet', 'fakechain'])
})
