/**
 * What the page knows of the wallets before the engine has started.
 *
 * @module
 */
import { databaseName } from '#protocol/wallet/database.ts'

/** Whether this browser surely has no wallet, since it has no database of them. False where it does not tell. */
export async function isWithoutWallets(): Promise<boolean> {
  try {
    const databases = await globalThis.indexedDB?.databases?.()
    return databases?.every(({ name }) => name !== databaseName) ?? false
  } catch {
    return false
  }
}
