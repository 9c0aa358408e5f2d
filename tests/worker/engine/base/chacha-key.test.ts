import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { cnSlowHash } from '#protocol/cryptonight/cryptonight.ts'
import { chacha20, chacha8, chachaKey } from '../../../../worker/engine/base/chacha-key.ts'

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

describe('chachaKey', () => {
  const password = utf8ToBytes('p')
  const pauses: number[] = []
  // In place of CryptoNight's slow part, which takes too long for these tests.
  const cryptonight = (state: Uint8Array) => state.map((byte) => byte ^ 0x5a)
  const ports = {
    crypto: { cryptonight },
    clock: { sleep: async (ms: number) => void pauses.push(ms) },
  }

  // monero src/crypto/chacha.h generate_chacha_key: kdf_rounds times CryptoNight, one of the other.
  test('hashes once per round, and pauses between two rounds', async () => {
    const once = cnSlowHash(password, cryptonight)
    expect(await chachaKey(ports, password, 1)).toEqual(once)
    expect(pauses).toEqual([])
    const twice = cnSlowHash(once, cryptonight)
    expect(await chachaKey(ports, password, 2)).toEqual(twice)
    expect(pauses).toEqual([0])
  })

  test('leaves the password as it is', async () => {
    await chachaKey(ports, password, 2)
    expect(password).toEqual(utf8ToBytes('p'))
  })
})
