/**
 * Changes of closed wallets: another name, removal.
 *
 * They hold the wallet's lock, so that it is open nowhere, and are one write for each wallet: it is never half renamed
 * or half removed.
 *
 * @module
 */
import { RpcError } from '#protocol/errors.ts'
import { walletNameFault, type WalletNameFault } from '#protocol/wallet-name.ts'
import type { RecordStore } from './base/ports.ts'
import { openError, openErrors, unreadable } from './keyfile/open-errors.ts'
import type { Service } from './service.ts'
import { storageError } from './store/errors.ts'

/**
 * Gives a closed wallet another name. Its records do not change. A background wallet (`NAME.background`) is a wallet of
 * its own and keeps its name; the renamed wallet makes a new one when it is opened.
 *
 * @throws {RpcError} WALLET_ALREADY_EXISTS when the name is taken; UNKNOWN_ERROR when the name cannot be used, or the
 *   wallet is open, in this program or another, or missing. Nothing changes then.
 */
export async function renameWallet(service: Service, from: string, to: string): Promise<void> {
  const { files } = service.ports
  if (!files.rename)
    throw new RpcError('UNKNOWN_ERROR', 'Wallets of this service are renamed in their folder.')
  const others = (await files.list()).filter((name) => name !== from)
  const fault = walletNameFault(to, others)
  if (fault) throw nameErrors[fault]()
  if (to === from) return
  await whileLocked(await closedWallet(service, from), async () => {
    const target = await files.create(to).catch(unstored)
    if (target === 'exists') throw nameErrors.taken()
    await whileLocked(target, () => files.rename!(from, to).catch(unstored))
  })
}

/**
 * Removes a closed wallet with all its records.
 *
 * @throws {RpcError} UNKNOWN_ERROR when the wallet is open, in this program or another, or missing. Nothing changes then.
 */
export async function removeWallet(service: Service, name: string): Promise<void> {
  await whileLocked(await closedWallet(service, name), () =>
    service.ports.files.remove(name).catch(unstored),
  )
}

/**
 * Removes all wallets of this browser with all their records. All are locked before the first one is removed.
 *
 * @throws {RpcError} UNKNOWN_ERROR when one is open, in this program or another. Nothing changes then.
 */
export async function removeAllWallets(service: Service): Promise<void> {
  const { files } = service.ports
  const locked = new Map<string, RecordStore>()
  try {
    for (const name of await files.list()) locked.set(name, await closedWallet(service, name))
    for (const name of locked.keys()) await files.remove(name).catch(unstored)
  } finally {
    for (const records of locked.values()) await records.close()
  }
}

/** The locked records of a wallet that is open nowhere. */
async function closedWallet(service: Service, name: string): Promise<RecordStore> {
  if (service.wallet?.name === name)
    throw new RpcError('UNKNOWN_ERROR', 'The wallet is open. Lock it first.')
  const records = await service.ports.files.open(name).catch((error: unknown) => {
    throw unreadable(name, error)
  })
  if (typeof records === 'string') throw openError(openErrors[records](name), records)
  return records
}

async function whileLocked(records: RecordStore, task: () => Promise<void>): Promise<void> {
  try {
    await task()
  } finally {
    await records.close()
  }
}

function unstored(error: unknown): never {
  throw storageError(error)
}

const invalid = (message: string) => () => new RpcError('UNKNOWN_ERROR', message)

const nameErrors: Record<WalletNameFault, () => RpcError> = {
  empty: invalid('name: expected text without space around it, in composed characters (NFC)'),
  long: invalid('name: expected at most 60 characters'),
  characters: invalid('name: expected no slash, no control characters and no marks of direction'),
  taken: () => new RpcError('WALLET_ALREADY_EXISTS', 'A wallet has this name, or a similar one.'),
}
