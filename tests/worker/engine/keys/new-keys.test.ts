import { hexToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { keysOfSeed } from '../../../../worker/engine/keys/account.ts'
import {
  givenKeys,
  halfSeedKeys,
  randomKeys,
  seedKeys,
} from '../../../../worker/engine/keys/new-keys.ts'
import { newSecrets } from '../../../support/chains/coin-mint.ts'
import { seededBytes } from '../../../support/random/sfc32.ts'
import { createdWallets } from '../../../support/wallets/recorded-seeds.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'

const crypto = await testCrypto()
const ofSeed = keysOfSeed(crypto, hexToBytes(createdWallets[0]!.spend_key))
/** Keys whose view key does not follow from the spend key. */
const independent = newSecrets(crypto)

describe('randomKeys', () => {
  test('are those of 32 random bytes, which are wiped', () => {
    const drawn: Uint8Array[] = []
    const random = seededBytes(7)
    const keys = randomKeys(
      crypto,
      (length) => {
        drawn.push(random(length))
        return drawn.at(-1)!
      },
      'English',
    )
    expect(keys).toEqual(seedKeys(crypto, seededBytes(7)(32), 'English'))
    expect(keys).toMatchObject({ seedLanguage: 'English', deterministic: true })
    expect(drawn).toEqual([new Uint8Array(32)])
  })
})

test('keys of 13 words have no seed of 25 words', () => {
  const keys = halfSeedKeys(crypto, new Uint8Array(16).fill(3), 'English')
  expect(keys).toMatchObject({ seedLanguage: 'English', deterministic: false })
})

describe('givenKeys', () => {
  test('keeps the language only where a seed of words exists', () => {
    expect(givenKeys(crypto, ofSeed, 'German')).toEqual({
      secrets: ofSeed,
      seedLanguage: 'German',
      deterministic: true,
    })
    expect(givenKeys(crypto, independent, 'German')).toEqual({
      secrets: independent,
      seedLanguage: '',
      deterministic: false,
    })
  })

  test('accepts the keys of a view-only wallet', () => {
    const { spendSecret: _, ...viewOnly } = ofSeed
    expect(givenKeys(crypto, viewOnly, '')).toEqual({
      secrets: viewOnly,
      seedLanguage: '',
      deterministic: false,
    })
  })

  const order = hexToBytes('edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010')
  test.each([
    ['a view key of another address', { viewSecret: independent.viewSecret }, 'view key'],
    ['a public view key of another address', { viewPublic: independent.viewPublic }, 'view key'],
    ['a view key that is no scalar', { viewSecret: order }, 'view key'],
    ['a spend key of another address', { spendSecret: independent.spendSecret }, 'spend key'],
    [
      'a public spend key of another address',
      { spendPublic: independent.spendPublic },
      'spend key',
    ],
    ['a spend key that is no scalar', { spendSecret: order }, 'spend key'],
    ['both of another address', { ...independent, viewPublic: ofSeed.viewPublic }, 'view key'],
  ])('error: %s', (_, other, mismatched) => {
    expect(givenKeys(crypto, { ...ofSeed, ...other }, 'English')).toBe(mismatched)
  })
})
