import { describe, expect, test } from 'vitest'
import { oneTimeKey, type OwnOutput } from '../../../../worker/engine/keys/one-time-key.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'
import { watchedCrypto } from '../../../support/wasm/watched-crypto.ts'
import { newSecrets } from '../../../support/chains/coin-mint.ts'

const crypto = await testCrypto()
const ours = newSecrets(crypto)

/** An output as a sender makes it, from public keys alone. */
function paid(account: number, address: number): OwnOutput {
  const { viewSecret, spendPublic } = ours
  const spendKey =
    account === 0 && address === 0
      ? spendPublic
      : crypto.subaddressSpendKeys(viewSecret, spendPublic, account, address, 1)
  const derivation = crypto.keyDerivation(crypto.multiplyBase(crypto.randomScalar()), viewSecret)!
  const key = crypto.derivePublicKey(derivation, 2, spendKey)!
  return { key, derivation, indexInTx: 2, subaddress: { account, address } }
}

describe('one-time key', () => {
  test.each([
    [0, 0],
    [0, 1],
    [1, 0],
    [3, 20],
  ])('of an output to account %i, address %i', (account, address) => {
    const output = paid(account, address)
    const { secret, keyImage } = oneTimeKey(crypto, ours, output)!
    expect(crypto.multiplyBase(secret)).toEqual(output.key)
    expect(keyImage).toEqual(crypto.keyImage(output.key, secret))
  })

  const output = paid(1, 2)
  test.each<[string, Partial<OwnOutput>]>([
    ['subaddress', { subaddress: { account: 2, address: 1 } }],
    ['place in the transaction', { indexInTx: 3 }],
    ['derivation', { derivation: paid(1, 2).derivation }],
    ['key', { key: paid(1, 2).key }],
  ])('error: undefined for another %s', (_, other) => {
    expect(oneTimeKey(crypto, ours, { ...output, ...other })).toBeUndefined()
  })

  test('error: undefined for secrets of another wallet', () => {
    expect(oneTimeKey(crypto, newSecrets(crypto), output)).toBeUndefined()
  })

  test('wipes its secrets when the key does not match', () => {
    const { watched, returned } = watchedCrypto(crypto, [
      'deriveSecretKey',
      'subaddressSecret',
      'scalarAdd',
    ])
    expect(oneTimeKey(watched, newSecrets(crypto), output)).toBeUndefined()
    expect(returned).toEqual(Array.from({ length: 3 }, () => new Uint8Array(32)))
  })
})
