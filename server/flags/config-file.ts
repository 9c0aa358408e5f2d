/**
 * A configuration file as monero's programs read it: a flag a line, without its dashes.
 *
 * @see https://www.boost.org/doc/libs/release/doc/html/program_options/overview.html
 * @module
 */
import { UsageError } from '#protocol/settings.ts'
import { readGiven, type Flags } from './flags.ts'

/**
 * What `args` and the file of `--config-file` say together: of a flag given twice the last counts, the
 * command line's.
 *
 * @param readText - The text of a file; throws where there is none.
 * @throws {UsageError} As `readGiven` does, and for a file that is not there or says what may not be.
 */
export function readWithFile(
  flags: Flags,
  args: readonly string[],
  readText: (file: string) => string,
): Map<string, string | true> {
  const given = readGiven(flags, args)
  const file = given.get('config-file')
  if (typeof file !== 'string') return given
  return new Map([...readGiven(flags, argumentsIn(textOf(file, readText), flags)), ...given])
}

function textOf(file: string, readText: (file: string) => string): string {
  try {
    return readText(file)
  } catch {
    throw new UsageError(`Can't find config file ${file}`)
  }
}

/**
 * The arguments that the lines of `text` stand for. What follows a `#` is a remark.
 *
 * @throws {UsageError} For a flag that there is not, or not here, and a line that is none. Values,
 *   which may be logins, are never repeated.
 */
function argumentsIn(text: string, flags: Flags): string[] {
  return text.split('\n').flatMap((line, index) => {
    const bare = line.replace(/#.*/, '').trim()
    if (bare === '') return []
    const [, name = '', value = ''] = /^([^=]*?)\s*=\s*(.*)$/.exec(bare) ?? []
    const flag = Object.hasOwn(flags, name) ? flags[name] : undefined
    if (name === '') throw new UsageError(`line ${index + 1} of the config file is no NAME=VALUE`)
    if (flag?.onCommandLineOnly)
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
