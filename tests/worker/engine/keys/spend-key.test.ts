import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { keyToSpend } from '../../../../worker/engine/keys/spend-key.ts'
import type { OutputRecord } from '../../../../worker/engine/store/records.ts'
import { CoinMint, newSecrets } from '../../../support/chains/coin-mint.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'
import { watchedCrypto } from '../../../support/wasm/watched-crypto.ts'

const crypto = await testCrypto()
const secrets = newSecrets(crypto)
const mint = new CoinMint(crypto, secrets)
const output = mint.output({ amount: 5n, account: 1, address: 2 })
const refused = expect.objectContaining({
  code: -4,
  message: 'an output of this wallet does not belong to its keys',
})

describe('keyToSpend', () => {
  test.each([
    [0, 0],
    [0, 7],
    [3, 0],
  ])('returns the secret of an output to account %i, address %i', (account, address) => {
    const { key, ...rest } = mint.output({ amount: 1n, account, address })
    const { secret, keyImage } = keyToSpend(crypto, secrets, { key, ...rest })
    expect(bytesToHex(crypto.multiplyBase(secret))).toBe(key)
    expect(keyImage).toEqual(crypto.keyImage(hexToBytes(key), secret))
  })

  test.each<[string, Partial<OutputRecord>]>([
    ['another key', { key: mint.output({ amount: 5n }).key }],
    ['another position', { indexInTx: 0 }],
    ['another subaddress', { subaddress: { account: 2, address: 1 } }],
    ['another transaction key', { txPublicKey: mint.output({ amount: 5n }).txPublicKey }],
    ['a transaction key that is no point', { txPublicKey: new Uint8Array(32).fill(0xff) }],
    ['the key image of another output', { keyImage: mint.output({ amount: 5n }).keyImage! }],
  ])('error: a record with %s', (_, other) => {
    expect(() => keyToSpend(crypto, secrets, { ...output, ...other })).toThrow(refused)
  })

  test('error: keys of another wallet', () => {
    expect(() => keyToSpend(crypto, newSecrets(crypto), output)).toThrow(refused)
  })

  test('wipes the derivation, and the secret of a record with a wrong key image', () => {
    const { watched, returned } = watchedCrypto(crypto, [
      'keyDerivation',
      'deriveSecretKey',
      'subaddressSecret',
      'scalarAdd',
    ])
    const other = { ...output, keyImage: '00'.repeat(32) }
    expect(() => keyToSpend(watched, secrets, other)).toThrow(refused)
    expect(returned).toEqual(Array.from({ length: 4 }, () => new Uint8Array(32)))
  })
})
