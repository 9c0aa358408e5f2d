/**
 * A configuration file as monero's programs read it: one flag per line, without its dashes.
 *
 * @see https://www.boost.org/doc/libs/release/doc/html/program_options/overview.html
 * @module
 */
import { UsageError } from '#protocol/settings.ts'
import { readGiven, type Flags } from './flags.ts'

/**
 * The flags of `args` and of the file in `--config-file`. The command line takes precedence.
 *
 * @param readText - Reads a file; throws when it is missing.
 * @throws {UsageError} As `readGiven` does, and for a missing file or a forbidden flag in it.
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
 * The arguments that the lines of `text` mean. A `#` begins a comment.
 *
 * @throws {UsageError} For an unknown or forbidden flag, and for a malformed line. The message contains no
 *   value, which may be a login.
 */
function argumentsIn(text: string, flags: Flags): string[] {
  return text.split('\n').flatMap((line, index) => {
    const bare = line.replace(/#.*/, '').trim()
    if (bare === '') return []
    const [, name = '', value = ''] = /^([^=]*?)\s*=\s*(.*)$/.exec(bare) ?? []
    const flag = Object.hasOwn(flags, name) ? flags[name] : undefined
    if (name === '') throw new UsageError(`line ${index + 1} of the config file is not NAME=VALUE`)
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
