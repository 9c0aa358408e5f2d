import { describe, expect, test } from 'vitest'
import { keysOfSeed } from '../../../../worker/engine/keys/account.ts'
import {
  signMessage,
  verifyMessage,
  type SigningKey,
} from '../../../../worker/engine/proofs/signed-messages.ts'
import { ownRecipient } from '../../../../worker/engine/tx/recipient.ts'
import { readMessageSignature, writeMessageSignature } from '#protocol/proofs/message-signature.ts'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { testCrypto } from '../../../support/wasm/crypto.ts'
import { testSeed } from '../../../support/wallets/test-wallet.ts'

const crypto = await testCrypto()
const secrets = keysOfSeed(crypto, testSeed)
const at = (account: number, address: number) => ({ account, address })
const keysAt = (index: ReturnType<typeof at>) => ownRecipient(crypto, secrets, index)
const primary = at(0, 0)

describe('signMessage', () => {
  test.each<[SigningKey, number, number]>([
    ['spend', 0, 0],
    ['view', 0, 0],
    ['spend', 0, 5],
    ['view', 3, 0],
  ])('signs with the %s key of account %d, address %d', (key, account, address) => {
    const index = at(account, address)
    const text = signMessage(crypto, secrets, 'hello', key, index)
    expect(text).toMatch(/^SigV2/)
    expect(verifyMessage(crypto, 'hello', keysAt(index), text)).toEqual({ version: 2, key })
  })

  // monero src/wallet/wallet2.cpp get_message_hash
  test.each<[SigningKey, number]>([
    ['spend', 0],
    ['view', 1],
  ])('signs with the %s key a hash that has %d for it', (key, mode) => {
    const { spendKey, viewKey } = keysAt(primary)
    const { signature } = readMessageSignature(signMessage(crypto, secrets, 'hello', key, primary))!
    const head = utf8ToBytes('MoneroMessageSignature\0')
    const text = Uint8Array.of(mode, 5, ...utf8ToBytes('hello'))
    const hash = crypto.keccak256(concatBytes(head, spendKey, viewKey, text))
    const signer = key === 'spend' ? spendKey : viewKey
    expect(crypto.verify(hash, signer, signature)).toBe(true)
  })

  test('without a spend key signs with the view key of the primary address alone', () => {
    const { spendSecret: _, ...viewing } = secrets
    const text = signMessage(crypto, viewing, 'hello', 'view', primary)
    expect(verifyMessage(crypto, 'hello', keysAt(primary), text)?.key).toBe('view')
    for (const [key, index] of [
      ['spend', primary],
      ['view', at(0, 1)],
      ['view', at(1, 0)],
    ] as const)
      expect(() => signMessage(crypto, viewing, 'hello', key, index)).toThrow(
        expect.objectContaining({
          reason: 'WATCH_ONLY',
          message: 'The wallet is watch-only. Cannot sign with this key.',
        }),
      )
  })

  test('changes no secret of the wallet', () => {
    const before = structuredClone(secrets)
    for (const key of ['spend', 'view'] as const)
      signMessage(crypto, secrets, 'hello', key, primary)
    expect(secrets).toEqual(before)
  })
})

describe('verifyMessage', () => {
  const text = signMessage(crypto, secrets, 'hello', 'spend', primary)
  const keys = keysAt(primary)

  test('is undefined for another message, another address, or another text', () => {
    expect(verifyMessage(crypto, 'hallo', keys, text)).toBeUndefined()
    expect(verifyMessage(crypto, 'hello', keysAt(at(0, 1)), text)).toBeUndefined()
    const mixed = { ...keys, viewKey: keysAt(at(0, 1)).viewKey }
    expect(verifyMessage(crypto, 'hello', mixed, text)).toBeUndefined()
    for (const wrong of ['', 'SigV2', text.slice(1), text.replace('SigV2', 'SigV1')])
      expect(verifyMessage(crypto, 'hello', keys, wrong)).toBeUndefined()
  })

  // monero src/wallet/wallet2.cpp verify_with_public_key: version 1 signs the hash of the bare message.
  test('accepts version 1, with either key', () => {
    const hash = crypto.keccak256(utf8ToBytes('hello'))
    const { spendSecret, viewSecret, spendPublic, viewPublic } = secrets
    for (const [key, publicKey, secret] of [
      ['spend', spendPublic, spendSecret],
      ['view', viewPublic, viewSecret],
    ] as const) {
      const signature = crypto.sign(hash, publicKey, secret)
      const old = writeMessageSignature({ version: 1, signature })
      expect(verifyMessage(crypto, 'hello', keys, old)).toEqual({ version: 1, key })
      expect(verifyMessage(crypto, 'hallo', keys, old)).toBeUndefined()
    }
  })

  test('counts bytes, not characters, of a message', () => {
    const message = 'zażółć 🌙'
    const signed = signMessage(crypto, secrets, message, 'view', primary)
    expect(verifyMessage(crypto, message, keys, signed)?.key).toBe('view')
    expect(verifyMessage(crypto, message.slice(0, -1), keys, signed)).toBeUndefined()
  })
})
