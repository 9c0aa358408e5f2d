/**
 * Key files of monero with any content, encrypted with the password `p` in one round.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { latin1ToBytes } from '#protocol/bytes.ts'
import { varint } from '#protocol/chain/varint.ts'
import { epeeFrom } from '#protocol/epee/epee.ts'
import { stringifyJson } from '#protocol/json/json.ts'
import { chacha20, chachaKey } from '../../../worker/engine/base/chacha-key.ts'
import { account, type KeyFile } from '../../../worker/engine/keyfile/key-file.ts'
import { keysOfSeed } from '../../../worker/engine/keys/account.ts'
import { vaultPorts } from '../storage/vault-ports.ts'
import { testCrypto } from '../wasm/crypto.ts'
import { testSeed } from './test-wallet.ts'

const crypto = await testCrypto()
export const keyFilePorts = { ...vaultPorts, crypto }

/** A wallet of monero's own tests, with the password `test`. */
export const recordedKeyFile = new Uint8Array(
  readFileSync(new URL('../../vectors/key-files/wallet_9svHk1.keys', import.meta.url)),
)

/** A wallet with every field unlike its default. */
export const fullKeyFile: KeyFile = {
  secrets: keysOfSeed(crypto, testSeed),
  seedLanguage: '日本語',
  network: 'stagenet',
  restoreHeight: 2n ** 60n,
  lookahead: { accounts: 3, addresses: 7 },
}

/** The key of the password `p`. */
export const fileKey = await chachaKey(keyFilePorts, utf8ToBytes('p'), 1)

/** The account as the oldest wallets stored it: its secrets are not encrypted again. */
export const plainAccount = (iv = new Uint8Array(8)): Uint8Array => {
  const { spendSecret, viewSecret, spendPublic, viewPublic } = keysOfSeed(crypto, testSeed)
  return epeeFrom(account, {
    m_keys: {
      m_account_address: { m_spend_public_key: spendPublic, m_view_public_key: viewPublic },
      m_spend_secret_key: spendSecret,
      m_view_secret_key: viewSecret,
      m_encryption_iv: iv,
    },
  })
}

/** A file with this content. */
export function fileOf(plain: Uint8Array, cipher: typeof chacha20 = chacha20): Uint8Array {
  const iv = new Uint8Array(8).fill(9)
  const sealed = cipher(fileKey, iv, plain)
  return concatBytes(iv, varint(sealed.length), sealed)
}

/** A file whose JSON object has these members, beside a {@link plainAccount} unless they name another. */
export const fileWith = (members: object, cipher = chacha20): Uint8Array =>
  fileOf(latin1ToBytes(stringifyJson({ key_data: plainAccount(), ...members })), cipher)
