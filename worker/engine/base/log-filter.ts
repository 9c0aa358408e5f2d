/**
 * Which lines of the engine are logged.
 *
 * @module
 */
import type { LogCategories, LogLevel } from '#protocol/log-categories.ts'
import type { Log } from './ports.ts'

type Level = Parameters<Log>[0]

const inMonero: Record<Level, LogLevel> = { error: 'ERROR', warning: 'WARNING', info: 'INFO' }

/** All that the engine says is of the category that monero gives its wallet. */
export const isLogged = (categories: LogCategories, level: Level): boolean =>
  categories.allows('wallet.wallet2', inMonero[level])
