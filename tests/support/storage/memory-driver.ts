import { openSqliteDriver } from '../../../server/sqlite/chain-driver.ts'
import type { OpenSqlite } from '../../../server/sqlite/connection.ts'

/** A chain database in memory. */
export const openMemoryDriver = (openSqlite: OpenSqlite) => openSqliteDriver(':memory:', openSqlite)
