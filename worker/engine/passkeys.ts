/**
 * Wallets that a passkey opens beside their password.
 *
 * @module
 */
import { hexToBytes } from '@noble/hashes/utils.js'
import { RpcError } from '#protocol/errors.ts'
import { isHex } from '#protocol/hex.ts'
import type { WalletFiles } from './base/ports.ts'
import type { Service } from './service.ts'
import { WalletDamaged, WrongPassword } from './store/errors.ts'
import { parseHeader } from './store/header.ts'
import { longestCredentialId, passkeySecretLength, type PasskeyRequest } from './store/passkey.ts'
import { headerName } from './store/read-records.ts'
import type { Wallet } from './wallet.ts'

/** What a stored wallet asks its passkey; undefined without one. The wallet may be open elsewhere. */
export async function storedPasskey(
  files: WalletFiles,
  name: string,
): Promise<PasskeyRequest | undefined> {
  const header = await files.readRecord?.(name, headerName)
  if (!header) return undefined
  try {
    return parseHeader(header).passkey
  } catch (error) {
    // Opening the wallet by its password says what is wrong.
    if (error instanceof WalletDamaged) return undefined
    throw error
  }
}

/**
 * Adds a passkey to the open wallet.
 *
 * @param given - In hex.
 * @throws {RpcError} BAD_HEX; INVALID_PASSWORD; UNKNOWN_ERROR while background sync is set up, because the spend key is
 *   sealed with the password then.
 */
export async function addPasskey(
  wallet: Wallet,
  password: string,
  given: { credential_id: string; salt: string; secret: string },
): Promise<void> {
  const credentialId = bytesOf(given.credential_id, 'credential_id', 1, longestCredentialId)
  const salt = bytesOf(given.salt, 'salt', passkeySecretLength)
  if (wallet.secrets.locked)
    throw new RpcError('UNKNOWN_ERROR', 'Switch background sync off before you add a passkey.')
  await withSecret(given.secret, (secret) =>
    wallet.addPasskey(password, { credentialId, salt }, secret).catch(invalidPassword),
  )
}

/**
 * Removes the passkey. All records are sealed with a new data key: a copy of the old header opens nothing that is
 * stored from now on.
 *
 * @throws {RpcError} INVALID_PASSWORD
 */
export const removePasskey = (wallet: Wallet, password: string): Promise<void> =>
  wallet.changePassword(password, password).catch(invalidPassword)

/** @throws {RpcError} BAD_HEX; UNKNOWN_ERROR as {@link Service.open} */
export const openByPasskey = (service: Service, name: string, secret: string): Promise<Wallet> =>
  withSecret(secret, (bytes) => service.open(name, bytes))

async function withSecret<T>(hex: string, task: (secret: Uint8Array) => Promise<T>): Promise<T> {
  const secret = bytesOf(hex, 'secret', passkeySecretLength)
  try {
    return await task(secret)
  } finally {
    secret.fill(0)
  }
}

function bytesOf(hex: string, field: string, least: number, most = least): Uint8Array {
  if (isHex(hex) && hex.length >= 2 * least && hex.length <= 2 * most) return hexToBytes(hex)
  const length = least === most ? `${least}` : `${least} to ${most}`
  throw new RpcError('BAD_HEX', `${field}: expected ${length} bytes in hex`, field)
}

function invalidPassword(error: unknown): never {
  if (error instanceof WrongPassword) throw new RpcError('INVALID_PASSWORD', 'Invalid password.')
  throw error
}
