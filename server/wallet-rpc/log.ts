/**
 * The log of `nightjar-wallet-rpc`.
 *
 * @module
 */
import { appendFileSync } from 'node:fs'
import type { LogCategories } from '#protocol/log-categories.ts'
import { isLogged } from '../../worker/engine/base/log-filter.ts'
import type { Log } from '../../worker/engine/base/ports.ts'

/** Writes to a file, or to standard error without one. */
export function logTo(file: string | undefined, categories: LogCategories): Log {
  const write = file === undefined ? console.error : appendTo(file)
  return (level, message) => {
    if (isLogged(categories, level)) write(`${new Date().toISOString()} ${level} ${message}`)
  }
}

/** A failure to write goes to standard error: it must not fail a call. */
function appendTo(file: string) {
  const append = (text: string) => appendFileSync(file, text, { mode: 0o600 })
  append('')
  return (line: string) => {
    try {
      append(`${line}\n`)
    } catch {
      console.error(line)
    }
  }
}
