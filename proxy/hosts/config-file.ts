/**
 * A configuration file as monerod reads it: a flag a line, without its dashes.
 *
 * @see https://www.boost.org/doc/libs/release/doc/html/program_options/overview.html
 * @module
 */
import { UsageError, type Flags } from '#protocol/flags.ts'

/** Flags that monerod takes on the command line alone. @see monero src/daemon/main.cpp visible_options */
const outside = new Set([
  'help',
  'version',
  'os-version',
  'config-file',
  'detach',
  'pidfile',
  'non-interactive',
])

/**
 * The arguments that the lines of `text` stand for. What follows a `#` is a remark.
 *
 * @throws {UsageError} For a flag that there is not, or not here, and a line that is none. Values,
 *   which may be logins, are never repeated.
 */
export function argumentsIn(text: string, flags: Flags): string[] {
  return text.split('\n').flatMap((line, index) => {
    const bare = line.replace(/#.*/, '').trim()
    if (bare === '') return []
    const [, name = '', value = ''] = /^([^=]*?)\s*=\s*(.*)$/.exec(bare) ?? []
    const flag = Object.hasOwn(flags, name) ? flags[name] : undefined
    if (name === '') throw new UsageError(`line ${index + 1} of the config file is no NAME=VALUE`)
    if (outside.has(name))
      throw new UsageError(
        `Option '${name}' is not allowed in the config file, please use it as a command line flag.`,
      )
    if (!flag) throw new UsageError(`Unrecognized option '${name}' in config file.`)
    if (flag.takes !== undefined) return [`--${name}=${value}`]
    return isOn(name, value) ? [`--${name}`] : []
  })
}

/** @see boost libs/program_options/src/value_semantic.cpp validate(bool) */
function isOn(name: string, value: string): boolean {
  const word = value.toLowerCase()
  if (['', 'on', 'yes', '1', 'true'].includes(word)) return true
  if (['off', 'no', '0', 'false'].includes(word)) return false
  throw new UsageError(`Option '${name}' in the config file must be 1 or 0`)
}
