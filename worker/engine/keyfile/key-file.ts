/**
 * The `.keys` files of monero's wallets: content and encryption.
 *
 * A nonce and a length, followed by a JSON object, encrypted with ChaCha20 and a key derived from the
 * password. Its `key_data` is an account in portable storage. Its secrets are encrypted again, with a key
 * derived from the first key. The oldest files contain only the account, encrypted with ChaCha8, with
 * secrets in the clear.
 *
 * @module
 * @see monero src/wallet/wallet2.cpp wallet2::get_keys_file_data, wallet2::load_keys_buf
 */
import { concatBytes } from '@noble/hashes/utils.js'
import type { Network } from '#protocol/address.ts'
import { hash } from '#protocol/daemon/packed.ts'
import { bytes, object, u32, u64, u8 } from '#protocol/fields.ts'
import { defaultLookahead, type Lookahead } from '../keys/lookahead.ts'
import type { Secrets } from '../store/records.ts'
import type { KeyFileRings } from './key-file-rings.ts'
import { chacha20, chachaKey, type StretchPorts } from '../base/chacha-key.ts'
import { ivLength } from './key-file-form.ts'

/** The content of a key file. */
export type KeyFile = {
  /** Without the spend secret for a view-only wallet. */
  secrets: Secrets
  /** As in the file; empty for none. */
  seedLanguage: string
  /** Undefined in files older than the field. A private chain's wallets say mainnet. */
  network: Network | undefined
  restoreHeight: bigint
  lookahead: Lookahead
  /** Absent in files of monero's programs. */
  rings?: KeyFileRings
}

/** The members of the JSON object that are used; other settings keep their defaults. */
export const contents = {
  key_data: bytes,
  seed_language: bytes.default(new Uint8Array()),
  key_on_device: u32.default(0),
  watch_only: u32.default(0),
  multisig: u32.default(0),
  refresh_height: u64.default(0n),
  nettype: u8.optional(),
  subaddress_lookahead_major: u32.default(defaultLookahead.accounts),
  subaddress_lookahead_minor: u32.default(defaultLookahead.addresses),
  encrypted_secret_keys: u32.default(0),
  nightjar_rings: bytes.optional(),
}

/** The first decrypted bytes of every file with the JSON object. */
export const opening = '{"key_data":"'

/** @see monero src/cryptonote_basic/account.h account_base, account_keys */
export const account = {
  m_keys: object({
    m_account_address: object({ m_spend_public_key: hash, m_view_public_key: hash }),
    m_spend_secret_key: hash,
    m_view_secret_key: hash,
    m_encryption_iv: bytes.default(new Uint8Array(ivLength)),
  }),
  m_creation_timestamp: u64.default(0n),
}

/** By their numbers in a file. @see monero src/cryptonote_config.h network_type */
export const networks: readonly Network[] = ['mainnet', 'testnet', 'stagenet', 'fakechain']

/** Appended to a file's key to derive the key of the secrets in it. */
const memoryKey = 0x6b // monero HASH_KEY_MEMORY

/**
 * Encrypts the secrets of an account, or decrypts them.
 *
 * @param key - Of the file.
 * @param secrets - Spend and view secret, 64 bytes.
 * @see monero src/cryptonote_basic/account.cpp account_keys::xor_with_key_stream
 */
export async function coverSecrets(
  ports: StretchPorts,
  key: Uint8Array,
  iv: Uint8Array,
  secrets: Uint8Array,
): Promise<Uint8Array> {
  const base = concatBytes(key, Uint8Array.of(memoryKey))
  const own = await chachaKey(ports, base, 1)
  const covered = chacha20(own, iv, secrets)
  for (const secret of [base, own]) secret.fill(0)
  return covered
}
