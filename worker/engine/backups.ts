/**
 * Backup files of wallets: written from an open one, restored as a new one.
 *
 * @module
 */
import { errorDetails } from '#protocol/error-details.ts'
import { RpcError } from '#protocol/errors.ts'
import { sameBytes } from '#protocol/bytes.ts'
import type { Crypto } from '#wasm/types.ts'
import { readBackup, type Backup } from './backup/read-backup.ts'
import { writeBackup } from './backup/write-backup.ts'
import { requireLookahead } from './keys/lookahead.ts'
import { givenKeys } from './keys/new-keys.ts'
import { kindOf } from './new-wallet.ts'
import type { Service } from './service.ts'
import { UnsupportedWallet, WalletDamaged, WrongPassword } from './store/errors.ts'
import type { Secrets, WalletInfo } from './store/records.ts'
import { wipeSecrets } from './store/wipe-secrets.ts'
import type { Wallet } from './wallet.ts'

/**
 * A backup file of everything that the wallet stores.
 *
 * @param password - Of the wallet. @param filePassword - Of the file.
 * @throws {RpcError} INVALID_PASSWORD, IS_BACKGROUND_WALLET, IS_BACKGROUND_SYNCING.
 */
export function exportBackup(
  wallet: Wallet,
  password: string,
  filePassword: string,
): Promise<Uint8Array<ArrayBuffer>> {
  // Queued: a wallet that closes wipes its keys only after this task.
  return wallet.inForeground(async () => {
    if (!(await wallet.verifyPassword(password)))
      throw new RpcError('INVALID_PASSWORD', 'Invalid password.')
    return wallet.store.rewrite((all) => writeBackup(wallet.ports, all, filePassword))
  })
}

/**
 * Makes a wallet from a backup file, and opens it. The file is checked completely before anything is stored.
 *
 * @param filePassword - Of the file. @param password - Of the new wallet.
 * @throws {RpcError} UNKNOWN_ERROR when the file does not open, with `data` for a wrong password;
 *   WALLET_ALREADY_EXISTS.
 */
export async function restoreBackup(
  service: Service,
  name: string,
  password: string,
  file: Uint8Array,
  filePassword: string,
): Promise<{ wallet: Wallet; createdAt: bigint }> {
  const { ports, network } = service
  const { records, createdAt } = await readBackup(ports, file, filePassword).catch(refuse)
  const secrets = recordOf<Secrets>(records, 'secrets')
  try {
    const info = recordOf<WalletInfo>(records, 'info')
    requireLookahead(info.lookahead)
    checkKeys(ports.crypto, secrets, info)
    if (info.network !== (network ?? info.network))
      throw new UnsupportedWallet(`its wallet is of ${info.network}, expected ${network}`)
    const { restoreHeight, seedLanguage, deterministic } = info
    const keys = { secrets, restoreHeight, seedLanguage, deterministic }
    const { lookahead } = info
    const wanted = { ...keys, name, password, network: info.network, lookahead, records }
    return { wallet: await service.create(wanted), createdAt }
  } catch (error) {
    wipeSecrets(secrets)
    return refuse(error)
  }
}

function checkKeys(crypto: Crypto, secrets: Secrets, info: WalletInfo) {
  const { multisig, ...own } = secrets
  // Until the key exchange of a group ends, its keys are not those of its address.
  const found = multisig ? undefined : givenKeys(crypto, own, info.seedLanguage)
  if (typeof found === 'string') throw new WalletDamaged(`its ${found} is not that of its address`)
  const signer = multisig && crypto.publicKey(multisig.baseSecret)
  if (multisig && !multisig.signers.some((each) => signer && sameBytes(each, signer)))
    throw new WalletDamaged('its member is not in its group')
  if (kindOf(secrets) !== info.kind)
    throw new WalletDamaged(`expected keys of a ${info.kind} wallet, got others`)
}

const recordOf = <T>(records: Backup['records'], table: string): T =>
  records.find((each) => each.table === table)!.record as T

/** Errors of the file as errors for the caller; others unchanged. */
function refuse(error: unknown): never {
  if (error instanceof WrongPassword)
    throw new RpcError('UNKNOWN_ERROR', 'Backup: Invalid password.', errorDetails.wrongPassword)
  if (error instanceof WalletDamaged || error instanceof UnsupportedWallet)
    throw new RpcError('UNKNOWN_ERROR', `The backup cannot be used: ${error.message}`)
  throw error
}
