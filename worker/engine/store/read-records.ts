/**
 * Reads the stored records of a wallet, and unwraps its key.
 *
 * @module
 */
import type { RecordStore } from '../base/ports.ts'
import { WalletDamaged, WrongPassword } from './errors.ts'
import { parseHeader, type Header } from './header.ts'
import { unwrap, type Opener } from './password.ts'

/** Name of the header's record. */
export const headerName = 'keys.header'

/**
 * Reads all records while another thread hashes the password.
 *
 * @returns Also the data key, which the caller wipes. @throws {WrongPassword}
 * @throws {WalletDamaged} When records cannot be read, or the header is missing or damaged.
 */
export async function unlock(
  ports: Parameters<typeof unwrap>[0],
  records: RecordStore,
  opener: Opener,
): Promise<{
  header: Header
  all: ReadonlyMap<string, Uint8Array>
  dataKey: Uint8Array
}> {
  const early = records.read ? undefined : await readRecords(records)
  const headerBytes = early ? early.get(headerName) : await orDamaged(records.read!(headerName))
  if (!headerBytes) throw new WalletDamaged('the wallet has no header')
  const header = parseHeader(headerBytes)
  const unwrapping = unwrap(ports, header, opener)
  const reading = early ?? readRecords(records)
  const [key, all] = await Promise.allSettled([unwrapping, reading])
  if (all.status === 'rejected') {
    if (key.status === 'fulfilled') key.value?.fill(0)
    throw all.reason
  }
  if (key.status === 'rejected') throw key.reason
  if (!key.value) throw new WrongPassword()
  return { header, all: all.value, dataKey: key.value }
}

/** @throws {WalletDamaged} When storage no longer has them. */
export const readRecords = (records: RecordStore): Promise<ReadonlyMap<string, Uint8Array>> =>
  orDamaged(records.readAll())

const orDamaged = <T>(reading: Promise<T>): Promise<T> =>
  reading.catch((cause: unknown) => {
    throw new WalletDamaged('its records cannot be read', { cause })
  })
