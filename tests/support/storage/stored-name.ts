/**
 * Finds records in storage, where their names are hashes.
 *
 * @module
 */
import type { Store, Table } from '../../../worker/engine/store/store.ts'

type Stored = ReadonlyMap<string, Uint8Array>

/** The name of a record: writes it again, as it is, and sees what changes. @param stored - Of this store, current. */
export async function storedName<R>(
  store: Store,
  stored: Stored,
  table: Table<R>,
  key: string,
): Promise<string> {
  const manifest = await manifestName(store, stored)
  const names = await rewritten(store, stored, table, key)
  return names.find((name) => name !== manifest)!
}

/** The name of the manifest, the only `data.` record that a commit to `info` writes. */
export async function manifestName(store: Store, stored: Stored): Promise<string> {
  const names = await rewritten(store, stored, store.info, store.info.key)
  return names.find((name) => name.startsWith('data.'))!
}

async function rewritten<R>(store: Store, stored: Stored, table: Table<R>, key: string) {
  const before = new Map(stored)
  await store.commit((change) => change.put(table, key, table.get(key) as R))
  return [...stored].flatMap(([name, bytes]) => (before.get(name) === bytes ? [] : [name]))
}
