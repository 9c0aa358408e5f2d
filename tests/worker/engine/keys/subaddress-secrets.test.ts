import { readFileSync } from 'node:fs'
import { hexToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { parseAddress } from '#protocol/address.ts'
import {
  subaddressSpendSecret,
  subaddressViewSecret,
} from '../../../../worker/engine/keys/subaddress-secrets.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'
import { watchedCrypto } from '../../../support/wasm/watched-crypto.ts'

const crypto = await testCrypto()

/** Secrets of a wallet of monero-wallet-rpc, and its first two addresses. */
const { keys, texts } = JSON.parse(
  readFileSync(new URL('../../../vectors/address/validate-mainnet.json', import.meta.url), 'utf8'),
) as { keys: { spend: string; view: string }; texts: { standard: string; subaddress: string } }
const secrets = { spendSecret: hexToBytes(keys.spend), viewSecret: hexToBytes(keys.view) }

describe('the secrets of a subaddress', () => {
  test.each([
    ['primary address', texts.standard, { account: 0, address: 0 }],
    ['first subaddress', texts.subaddress, { account: 0, address: 1 }],
  ])('are those of the public keys in the %s', (_, text, index) => {
    const { spendKey, viewKey } = parseAddress(text)!
    expect(crypto.multiplyBase(subaddressSpendSecret(crypto, secrets, index))).toEqual(spendKey)
    expect(crypto.multiplyBase(subaddressViewSecret(crypto, secrets, index))).toEqual(viewKey)
  })

  test('of the primary address are copies, which the caller may wipe', () => {
    const primary = { account: 0, address: 0 }
    subaddressSpendSecret(crypto, secrets, primary).fill(0)
    subaddressViewSecret(crypto, secrets, primary).fill(0)
    expect(secrets).toEqual({
      spendSecret: hexToBytes(keys.spend),
      viewSecret: hexToBytes(keys.view),
    })
  })

  test('are computed with intermediate secrets that are wiped', () => {
    const { watched, returned } = watchedCrypto(crypto, ['subaddressSecret', 'scalarAdd'])
    subaddressViewSecret(watched, secrets, { account: 2, address: 3 })
    expect(returned).toEqual([new Uint8Array(32), new Uint8Array(32)])
  })
})
