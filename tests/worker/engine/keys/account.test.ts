import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { formatAddress } from '#protocol/address.ts'
import { readHalfSeed, type Seed } from '#protocol/mnemonic/seed.ts'
import {
  isDeterministic,
  keysOfHalfSeed,
  keysOfSeed,
  withSecrets,
} from '../../../../worker/engine/keys/account.ts'
import { createdWallets } from '../../../support/wallets/recorded-seeds.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'
import { watchedCrypto } from '../../../support/wasm/watched-crypto.ts'

const crypto = await testCrypto()
const hex = (bytes: Uint8Array | undefined) => bytes && bytesToHex(bytes)

/** l, the order of the group, little endian. */
const order = hexToBytes('edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010')

/** Words and keys of mymonero-core-cpp test/test_all.cpp. */
const { key: halfSeed } = (await readHalfSeed(
  'foxes selfish humid nexus juvenile dodge pepper ember biscuit elapse jazz vibrate biscuit',
)) as Seed

describe('keysOfSeed', () => {
  test('returns the keys of wallets that monero-wallet-rpc created', () => {
    for (const { spend_key, view_key, address } of createdWallets) {
      const keys = keysOfSeed(crypto, hexToBytes(spend_key))
      const { spendPublic: spendKey, viewPublic: viewKey } = keys
      expect({
        spend_key: hex(keys.spendSecret),
        view_key: hex(keys.viewSecret),
        address: formatAddress({ network: 'mainnet', kind: 'standard', spendKey, viewKey }),
      }).toEqual({ spend_key, view_key, address })
    }
  })

  test('reduces a seed above the group order', () => {
    const five = Uint8Array.of(5, ...new Uint8Array(31))
    const above = order.slice()
    above[0]! += 5
    expect(keysOfSeed(crypto, above)).toEqual(keysOfSeed(crypto, five))
  })
})

describe('keysOfHalfSeed', () => {
  test("returns the keys of MyMonero's 13 words", () => {
    const keys = keysOfHalfSeed(crypto, halfSeed)
    expect([hex(keys.spendSecret), hex(keys.viewSecret)]).toEqual([
      '4e6d43cd03812b803c6f3206689f5fcc910005fc7e91d50d79b0776dbefcd803',
      '7bea1907940afdd480eff7c4bcadb478a0fbb626df9e3ed74ae801e18f53e104',
    ])
    expect(keys.spendPublic).toEqual(crypto.publicKey(keys.spendSecret))
    expect(keys.viewPublic).toEqual(crypto.publicKey(keys.viewSecret))
  })

  test('keeps a copy of the seed and wipes the hashes', () => {
    const { watched, returned } = watchedCrypto(crypto, ['keccak256'])
    const given = halfSeed.slice()
    const keys = keysOfHalfSeed(watched, given)
    given.fill(0)
    expect(keys.halfSeed).toEqual(halfSeed)
    expect(returned).toEqual([new Uint8Array(32), new Uint8Array(32)])
  })
})

describe('isDeterministic', () => {
  const keys = keysOfSeed(crypto, hexToBytes(createdWallets[0]!.spend_key))

  test('holds only for the view key that follows from the spend key', () => {
    expect(isDeterministic(crypto, keys)).toBe(true)
    expect(isDeterministic(crypto, { ...keys, viewSecret: crypto.randomScalar() })).toBe(false)
    expect(isDeterministic(crypto, keysOfHalfSeed(crypto, halfSeed))).toBe(false)
  })

  test('is false without the spend key', () => {
    const { spendSecret: _, ...viewOnly } = keys
    expect(isDeterministic(crypto, viewOnly)).toBe(false)
  })
})

describe('withSecrets', () => {
  test('wipes every parsed secret when a later one is refused', () => {
    const [one, two] = [Uint8Array.of(1, 2), Uint8Array.of(3)]
    const refused = new Error('second key')
    expect(() =>
      withSecrets((held) => {
        held(one)
        held(two)
        throw refused
      }),
    ).toThrow(refused)
    expect([one, two]).toEqual([new Uint8Array(2), new Uint8Array(1)])
  })

  test('leaves the secrets of the value it returns', () => {
    const secret = Uint8Array.of(1, 2)
    expect(withSecrets((held) => ({ spendSecret: held(secret) })).spendSecret).toBe(secret)
    expect(secret).toEqual(Uint8Array.of(1, 2))
  })
})
