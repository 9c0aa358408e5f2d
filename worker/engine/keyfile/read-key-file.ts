/**
 * Opens `.keys` files of monero's wallets.
 *
 * @module
 */
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { bytesToLatin1 } from '#protocol/bytes.ts'
import { Reader } from '#protocol/chain/reader.ts'
import { EpeeError, epeeTo } from '#protocol/epee/epee.ts'
import { FieldError, object, type Value } from '#protocol/fields.ts'
import { decodeText, JsonError, parseJsonBytes } from '#protocol/json/json.ts'
import { defaultLookahead } from '../keys/lookahead.ts'
import { WalletDamaged, UnsupportedWallet, WrongPassword } from '../store/errors.ts'
import type { SpendSecrets } from '../keys/one-time-key.ts'
import { chacha20, chacha8, chachaKey, type StretchPorts } from '../base/chacha-key.ts'
import { account, contents, coverSecrets, networks, opening, type KeyFile } from './key-file.ts'
import { isKeyFile, ivLength } from './key-file-form.ts'
import { ringsFromBytes } from './key-file-rings.ts'

type Contents = Value<typeof contents>
type Account = Value<typeof account>

/**
 * @param rounds - Key derivation rounds; 1 by default.
 * @throws {WrongPassword} Also for another number of rounds, or a damaged file that looks like it.
 * @throws {WalletDamaged} When the password is right and the content is not valid.
 * @throws {UnsupportedWallet} For hardware and multisig wallets.
 */
export async function readKeyFile(
  ports: StretchPorts,
  file: Uint8Array,
  password: string,
  rounds: number,
): Promise<KeyFile> {
  const passwordBytes = utf8ToBytes(password)
  const key = await chachaKey(ports, passwordBytes, rounds)
  try {
    return await readUnderKey(ports, file, key)
  } finally {
    for (const secret of [passwordBytes, key]) secret.fill(0)
  }
}

/** The same with the derived key. */
export async function readUnderKey(
  ports: StretchPorts,
  file: Uint8Array,
  key: Uint8Array,
): Promise<KeyFile> {
  if (!isKeyFile(file)) throw new WalletDamaged('it is truncated, or not a key file')
  const iv = file.subarray(0, ivLength)
  const reader = new Reader(file, ivLength)
  const sealed = reader.take(reader.count('key data', 1), 'key data')
  const plain = chacha20(key, iv, sealed)
  const older = chacha8(key, iv, sealed)
  try {
    const content = contentIn(plain) ?? contentIn(older)
    return content ? await keysIn(ports, content, key) : await oldestKeys(ports, older)
  } catch (error) {
    if (error instanceof FieldError || error instanceof EpeeError)
      throw new WalletDamaged(error.message)
    throw error
  } finally {
    for (const secret of [plain, older]) secret.fill(0)
  }
}

/** The JSON object in the decrypted bytes; undefined if they hold no object. */
function contentIn(plain: Uint8Array): Contents | undefined {
  let json: unknown
  try {
    json = parseJsonBytes(plain, { text: 'bytes' })
  } catch (error) {
    if (!(error instanceof JsonError)) throw error
    // A wrong password does not produce these bytes.
    if (bytesToLatin1(plain.subarray(0, opening.length)) === opening)
      throw new WalletDamaged(error.message)
    return undefined
  }
  const isObject = typeof json === 'object' && json !== null && !Array.isArray(json)
  return isObject ? object(contents).parse(json, '') : undefined
}

async function keysIn(ports: StretchPorts, content: Contents, key: Uint8Array): Promise<KeyFile> {
  if (content.key_on_device !== 0) throw new UnsupportedWallet('hardware device not supported')
  if (content.multisig !== 0) throw new UnsupportedWallet('multisig wallets are not supported')
  const { nettype, seed_language, refresh_height } = content
  const network = nettype === undefined ? undefined : networks[nettype]
  if (nettype !== undefined && !network) throw new WalletDamaged(`nettype: no network ${nettype}`)
  const rings = content.nightjar_rings && ringsFromBytes(content.nightjar_rings)
  const covered = content.encrypted_secret_keys !== 0
  const secrets = await secretsIn(ports, epeeTo(account, content.key_data), covered && key)
  if (content.watch_only !== 0) secrets.spendSecret.fill(0)
  const { spendSecret: _, ...viewing } = secrets
  return {
    secrets: content.watch_only === 0 ? secrets : viewing,
    seedLanguage: decodeText(seed_language),
    network,
    restoreHeight: refresh_height,
    lookahead: {
      accounts: content.subaddress_lookahead_major,
      addresses: content.subaddress_lookahead_minor,
    },
    ...(rings && { rings }),
  }
}

/** Files older than the JSON object: if parsing fails, the password was wrong. */
async function oldestKeys(ports: StretchPorts, plain: Uint8Array): Promise<KeyFile> {
  let keys: Account
  try {
    keys = epeeTo(account, plain)
  } catch (error) {
    if (error instanceof FieldError || error instanceof EpeeError) throw new WrongPassword()
    throw error
  }
  const unknown = { seedLanguage: '', network: undefined, restoreHeight: 0n }
  return { secrets: await secretsIn(ports, keys, false), ...unknown, lookahead: defaultLookahead }
}

/** Copies of an account's keys, since it is wiped. @param key - Of the file, where it covers them. */
async function secretsIn(
  ports: StretchPorts,
  { m_keys: keys }: Account,
  key: Uint8Array | false,
): Promise<SpendSecrets> {
  const iv = keys.m_encryption_iv
  if (iv.length !== ivLength) throw new WalletDamaged(`m_encryption_iv: expected ${ivLength} bytes`)
  const read = concatBytes(keys.m_spend_secret_key, keys.m_view_secret_key)
  const secrets = key ? await coverSecrets(ports, key, iv, read) : read.slice()
  const [spendSecret, viewSecret] = [secrets.slice(0, 32), secrets.slice(32)]
  for (const secret of [read, secrets]) secret.fill(0)
  const { m_spend_public_key: spendPublic, m_view_public_key: viewPublic } = keys.m_account_address
  return {
    spendSecret,
    viewSecret,
    spendPublic: spendPublic.slice(),
    viewPublic: viewPublic.slice(),
  }
}
