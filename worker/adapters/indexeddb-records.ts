/**
 * The records of one wallet in IndexedDB.
 *
 * @module
 */
import type { NamedRecord, RecordStore } from '../engine/base/ports.ts'
import type { StorageFailure } from '#protocol/storage-failure.ts'
import { atomically, explained, type Database, type Stores } from './indexeddb-change.ts'
import { merged, packOf, packsOf, prefixOf, recordsOf } from './indexeddb-packs.ts'
import {
  namedRecords,
  packedRanges,
  rangeOf,
  readInParts,
  type RecordsPart,
} from './indexeddb-parts.ts'

/** Single records that are folded into packs: at least so many, and at least this part of all records. */
const [leastFolded, foldedPart] = [2048, 1 / 8]

/** Others get a turn after so many: each takes some 10 µs of this thread. */
const putsAtOnce = 32

/** The records of an open wallet. @param closed - Called when it is closed. */
export function idbRecords(
  database: Database,
  wallet: string,
  closed: () => void,
  lost: Promise<StorageFailure>,
): RecordStore {
  let isClosed = false
  let folding: Promise<void> | undefined
  const readParts = () => {
    const reading = begin(() => readInParts(storesOf(database), wallet))
    const parts = reading.map((part) => explained(() => part))
    folding ??= foldIfMany(parts)
    return parts.map(async (part) => (await part).records)
  }
  const foldIfMany = async (parts: readonly Promise<RecordsPart>[]) => {
    const read = await Promise.allSettled(parts)
    const found = read.flatMap((part) => (part.status === 'fulfilled' ? [part.value] : []))
    // The reader gets the error.
    if (found.length < parts.length || isClosed) return
    const sum = (of: (part: RecordsPart) => number) =>
      found.reduce((all, part) => all + of(part), 0)
    const singles = sum((part) => part.singles)
    const isDue =
      singles >= leastFolded && singles >= foldedPart * sum((part) => part.records.length)
    if (isDue) await fold(database, wallet)
  }
  return {
    lost,
    readAll: async () => new Map((await Promise.all(readParts())).flat()),
    readParts,
    read: (name) => explained(() => readOne(database, wallet, name)),
    write: (puts, deletes) =>
      explained(() =>
        atomically(database, async (stores) => {
          const { wallets, records, request } = stores
          // The wallet is listed with its first record, so that a half-made one is never seen.
          request(wallets.put({ name: wallet }))
          for (const [at, [name, bytes]] of [...puts].entries()) {
            const put = records.put(bytes, [wallet, name])
            if ((at + 1) % putsAtOnce === 0) await put
            else request(put)
          }
          for (const name of deletes) request(records.delete([wallet, name]))
          await unpack(stores, wallet, deletes)
        }),
      ),
    async flush() {},
    async close() {
      isClosed = true
      await folding
      closed()
    },
  }
}

/** Parts that a closed connection refuses to read are one that fails. */
function begin<T>(act: () => readonly Promise<T>[]): readonly Promise<T>[] {
  try {
    return act()
  } catch (error) {
    // The caller gets it as any other error of storage.
    return [Promise.reject(error as Error)]
  }
}

function storesOf(database: Database) {
  const reading = database.transaction(['records', 'packs'])
  return { records: reading.objectStore('records'), packs: reading.objectStore('packs') }
}

async function readOne(database: Database, wallet: string, name: string) {
  const { records, packs } = storesOf(database)
  const prefix = prefixOf(name)
  const [single, pack] = await Promise.all([
    records.get([wallet, name]),
    prefix === undefined ? undefined : packs.get([wallet, prefix]),
  ])
  const singles: NamedRecord[] = single ? [[name, single]] : []
  return new Map(merged(pack ? [pack] : [], singles)).get(name)
}

/**
 * Replaces single records and packs by packs of all of them, a sixteenth at a time: other work waits for no more. Where
 * it fails, for lack of space for example, the rest stays as it is, and the next opening tries again.
 */
async function fold(database: Database, wallet: string): Promise<void> {
  for (const range of packedRanges(wallet)) {
    const folded = atomically(database, async ({ records, packs, request }) => {
      const [singles, before] = await Promise.all([
        namedRecords(records, range),
        packs.getAll(range),
      ])
      for (const [prefix, pack] of packsOf(merged(before, singles)))
        request(packs.put(pack, [wallet, prefix]))
      request(records.delete(range))
    })
    const isFolded = await folded.then(
      () => true,
      () => false,
    )
    if (!isFolded) return
  }
}

/** Removes deleted records from their packs: their bytes must not stay. */
async function unpack({ packs, request }: Stores, wallet: string, deletes: readonly string[]) {
  const names = new Set(deletes)
  const prefixes = new Set(deletes.flatMap((name) => prefixOf(name) ?? []))
  const unpacking = [...prefixes].map(async (prefix) => {
    const pack = await packs.get([wallet, prefix])
    if (!pack) return
    const left = recordsOf(pack).filter(([name]) => !names.has(name))
    if (left.length === 0) request(packs.delete([wallet, prefix]))
    else if (left.length < pack.names.length) request(packs.put(packOf(left), [wallet, prefix]))
  })
  await Promise.all(unpacking)
}

/** Number of records and bytes of a wallet. One value at a time: the sum needs little memory. */
export async function sizeOf(database: Database, wallet: string) {
  const stores = storesOf(database)
  const range = rangeOf(wallet)
  const singles = new Set((await stores.records.getAllKeys(range)).map(([, name]) => name))
  let [records, bytes] = [0, 0]
  const count = (name: string, length: number) => {
    records++
    bytes += name.length + length
  }
  let pack = await stores.packs.openCursor(range)
  for (; pack; pack = await pack.continue())
    for (const [name, { length }] of recordsOf(pack.value))
      if (!singles.has(name)) count(name, length)
  let single = await stores.records.openCursor(range)
  for (; single; single = await single.continue()) count(single.key[1], single.value.length)
  return { records, bytes }
}
