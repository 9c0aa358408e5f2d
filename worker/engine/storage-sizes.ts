/**
 * How much each wallet stores, and what the open one stores.
 *
 * @module
 */
import { TimeSlice } from './base/time-slice.ts'
import { encodeRecord } from './store/codec.ts'
import type { Service } from './service.ts'
import type { Wallet } from './wallet.ts'

export type StoredSize = { records: number; bytes: number }

/** Sizes of all wallets, as stored; empty where the platform does not measure. */
export async function walletSizes({ ports }: Service): Promise<({ name: string } & StoredSize)[]> {
  const { files } = ports
  if (!files.measure) return []
  const names = await files.list()
  return Promise.all(names.map(async (name) => ({ name, ...(await files.measure!(name)) })))
}

/** Records by table, before they are encrypted. Empty tables are left out. */
export async function tableSizes({
  store,
  ports,
}: Wallet): Promise<({ table: string } & StoredSize)[]> {
  const timeSlice = new TimeSlice(ports.clock)
  const sizes = []
  for (const [table, { rows }] of store.tables()) {
    let bytes = 0
    for (const row of rows.values()) {
      const encoded = encodeRecord(row)
      bytes += encoded.length
      encoded.fill(0)
      await timeSlice.pause()
    }
    if (rows.size > 0) sizes.push({ table, records: rows.size, bytes })
  }
  return sizes
}
