/**
 * Vaults with a store, as a service makes them.
 *
 * @module
 */
import type { RecordStore } from '../../../worker/engine/base/ports.ts'
import { Store } from '../../../worker/engine/store/store.ts'
import { Vault } from '../../../worker/engine/store/vault.ts'
import { vaultPorts } from './vault-ports.ts'

/** Keys of a wallet; they belong to no address. */
export const storedSecrets = {
  spendSecret: new Uint8Array(32).fill(1),
  viewSecret: new Uint8Array(32).fill(2),
  spendPublic: new Uint8Array(32).fill(3),
  viewPublic: new Uint8Array(32).fill(4),
}

/** A vault of a new wallet. */
export async function createVault(records: RecordStore, password: string) {
  const vault = await Vault.create(vaultPorts, records, password)
  const store = new Store((changes) => vault.persist(changes))
  return { vault, store }
}

/** @throws As `Vault.open`. */
export async function openVault(records: RecordStore, password: string, { repair = false } = {}) {
  const store: Store = new Store((changes) => vault.persist(changes))
  const vault = await Vault.open(vaultPorts, records, password, store, { repair })
  return { vault, store }
}
