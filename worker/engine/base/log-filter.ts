/**
 * Decides which log lines of the engine are written.
 *
 * @module
 */
import type { LogCategories, LogLevel } from '#protocol/log-categories.ts'
import type { Log } from './ports.ts'

type Level = Parameters<Log>[0]

const inMonero: Record<Level, LogLevel> = { error: 'ERROR', warning: 'WARNING', info: 'INFO' }

/** All log lines of the engine have the category of monero's wallet. */
export const isLogged = (categories: LogCategories, level: Level): boolean =>
  categories.allows('wallet.wallet2', inMonero[level])
