/**
 * Reads the stored records of a wallet, and unwraps its key.
 *
 * @module
 */
import type { NamedRecord, RecordStore } from '../base/ports.ts'
import { WalletDamaged, WrongPassword } from './errors.ts'
import { parseHeader, type Header } from './header.ts'
import { unwrap, type Opener } from './password.ts'

/** Name of the header's record. */
export const headerName = 'keys.header'

/** All records of a wallet, in parts that arrive in turn. */
export type RecordParts = readonly Promise<readonly NamedRecord[]>[]

/**
 * Reads all records while another thread hashes the password.
 *
 * @returns Also the data key, which the caller wipes. A part that cannot be read rejects with {@link WalletDamaged}.
 * @throws {WrongPassword}
 * @throws {WalletDamaged} When the header is missing or damaged, or records cannot be read and the password is wrong.
 */
export async function unlock(
  ports: Parameters<typeof unwrap>[0],
  records: RecordStore,
  opener: Opener,
): Promise<{ header: Header; parts: RecordParts; dataKey: Uint8Array }> {
  const early = records.read ? undefined : await readRecords(records)
  const headerBytes = early ? early.get(headerName) : await orDamaged(records.read!(headerName))
  if (!headerBytes) throw new WalletDamaged('the wallet has no header')
  const header = parseHeader(headerBytes)
  const unwrapping = unwrap(ports, header, opener)
  const parts = early ? [Promise.resolve([...early])] : partsOf(records)
  const reading = Promise.allSettled(parts)
  const [key] = await Promise.allSettled([unwrapping])
  if (key.status === 'fulfilled' && key.value) return { header, parts, dataKey: key.value }
  const failed = (await reading).find(({ status }) => status === 'rejected')
  if (failed) throw (failed as PromiseRejectedResult).reason
  if (key.status === 'rejected') throw key.reason
  throw new WrongPassword()
}

const partsOf = (records: RecordStore): RecordParts =>
  (records.readParts?.() ?? [records.readAll().then((all) => [...all])]).map(orDamaged)

/** @throws {WalletDamaged} When storage no longer has them. */
export const readRecords = (records: RecordStore): Promise<ReadonlyMap<string, Uint8Array>> =>
  orDamaged(records.readAll())

const orDamaged = <T>(reading: Promise<T>): Promise<T> =>
  reading.catch((cause: unknown) => {
    throw new WalletDamaged('its records cannot be read', { cause })
  })
