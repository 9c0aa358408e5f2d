/**
 * Wallets made from a key file of monero. NAME.keys is not changed; Nightjar's wallet is `NAME.nightjar`.
 *
 * @module
 */
import { blake2b } from '@noble/hashes/blake2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { sameBytes } from '#protocol/bytes.ts'
import { wipeSecrets } from '../store/wipe-secrets.ts'
import { openError } from './open-errors.ts'
import type { Ports, WalletFiles } from '../base/ports.ts'
import { WalletDamaged, WrongPassword } from '../store/errors.ts'
import type { Secrets, WalletInfo } from '../store/records.ts'
import type { Store } from '../store/store.ts'

/** The name of our wallet for the key file of `name`. */
export const keyFileWalletName = (name: string): string => `${name}${suffix}`
const suffix = '.nightjar'

/** The user's name of a wallet: that of its key file, or its own. */
export const givenName = (name: string, { keyFile }: Pick<WalletInfo, 'keyFile'>): string =>
  keyFile !== undefined && name.endsWith(suffix) ? name.slice(0, -suffix.length) : name

/** Detects changes of a key file; monero's programs rewrite it for every setting. */
export const fingerprint = (file: Uint8Array): string => bytesToHex(blake2b(file, { dkLen: 32 }))

/**
 * Whether our wallet exists. One that was interrupted before its first record is empty, and is
 * removed.
 */
export async function walletExists(files: WalletFiles, name: string): Promise<boolean> {
  if (!(await files.exists(name))) return false
  const records = await files.open(name)
  if (typeof records === 'string') return true
  const { size } = await records.readAll().finally(() => records.close())
  if (size === 0) await files.remove(name)
  return size > 0
}

type OpenedWallet = {
  ports: Ports
  store: Store
  info: Readonly<WalletInfo>
  secrets: Readonly<Secrets>
  viewOnly: boolean
}

/**
 * Checks that our wallet still matches its key file, which may have been replaced.
 *
 * @param password - Opens Nightjar's wallet. If it does not open the key file, one of the two has a new password.
 * @throws {RpcError} UNKNOWN_ERROR when the file is another wallet, or can no longer be imported.
 */
export async function requireSameWallet(
  wallet: OpenedWallet,
  name: string,
  file: Uint8Array,
  password: string,
): Promise<void> {
  const { ports, store, info, secrets, viewOnly } = wallet
  const seen = fingerprint(file)
  if (info.keyFile === seen) return
  const { readKeyFile } = await import('./read-key-file.ts')
  const found = await readKeyFile(ports, file, password, ports.kdfRounds).catch(unreadable)
  if (!found) return ports.log('warning', 'the key file of this wallet has another password')
  wipeSecrets(found.secrets)
  const same = sameBytes(found.secrets.spendPublic, secrets.spendPublic)
  if (!same || viewOnly !== (found.secrets.spendSecret === undefined))
    throw openError(
      `"${name}.keys" is another wallet now than "${keyFileWalletName(name)}.keys", which was made from it`,
    )
  await store.commit((change) => change.setValue(store.info, { ...info, keyFile: seen }))
}

function unreadable(error: unknown): undefined {
  if (!(error instanceof WrongPassword || error instanceof WalletDamaged)) throw error
}
