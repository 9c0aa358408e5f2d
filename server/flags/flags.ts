/**
 * The flags of a program: how to read them, their help, and errors that name the wrong flag.
 *
 * @module
 */
import { parseArgs } from 'node:util'
import { UsageError } from '#protocol/settings.ts'

type Flag = {
  /** The value's name in the help. A flag without it takes no value. */
  takes?: string
  /** The value may be empty. */
  mayBeEmpty?: true
  /** Given again, it adds its value to the previous ones, separated by commas. */
  mayRepeat?: true
  /** Accepted on the command line, but not in a configuration file. */
  onCommandLineOnly?: true
  help: string
}

export type Flags = { readonly [name: string]: Flag }

/** The given flags: the value, or `true` for a flag without one. */
export type Given<F extends Flags> = {
  readonly [Name in keyof F]?: F[Name] extends { takes: string } ? string : true
}

/**
 * Reads `--name value`, `--name=value` and `--name`. The last of repeated flags counts, unless it adds.
 *
 * @throws {UsageError} For a flag the program does not have, a value too many or too few.
 */
export function readFlags<const F extends Flags>(flags: F, args: readonly string[]): Given<F> {
  return Object.fromEntries(readGiven(flags, args)) as Given<F>
}

/** The same by name, for flags without a type. @throws {UsageError} */
export function readGiven(flags: Flags, args: readonly string[]): Map<string, string | true> {
  const given = new Map<string, string | true>()
  for (const token of tokensOf(flags, args)) {
    const [raw = ''] = args[token.index]!.split('=', 1)
    // By its number: its text may be the second word of a password.
    if (token.kind === 'positional')
      throw new UsageError(`unexpected argument, number ${token.index + 1}`)
    const name = token.kind === 'option' && raw.startsWith('--') ? token.name : ''
    const flag = Object.hasOwn(flags, name) ? flags[name] : undefined
    if (!flag || token.kind !== 'option') throw new UsageError(`unknown flag ${raw}`)
    const { value } = token
    if (flag.takes === undefined) {
      if (value !== undefined) throw new UsageError(`${raw} takes no value`)
      given.set(name, true)
    } else {
      if (value === undefined || (value === '' && !flag.mayBeEmpty))
        throw new UsageError(`${raw} needs ${flag.takes}`)
      const before = flag.mayRepeat && given.get(name)
      given.set(name, before ? `${before},${value}` : value)
    }
  }
  return given
}

/** Not strict: a value may begin with a dash, and this module makes the error messages. */
function tokensOf(flags: Flags, args: readonly string[]) {
  const options = Object.fromEntries(
    Object.entries(flags).map(([name, { takes }]) => [
      name,
      { type: takes === undefined ? ('boolean' as const) : ('string' as const) },
    ]),
  )
  return parseArgs({ args: [...args], options, strict: false, tokens: true }).tokens
}

/** The column of the explanations. After a longer flag, the explanation has its own line. */
const column = 40

/** The text of `--help`. */
export function helpText(usage: string, summary: string, flags: Flags): string {
  const rows = Object.entries(flags).map(([name, { takes, help }]) => {
    const left = takes === undefined ? `  --${name}` : `  --${name} ${takes}`
    const gap = left.length < column ? left.padEnd(column) : `${left}\n${' '.repeat(column)}`
    return `${gap}${help}`
  })
  return [`Usage: ${usage}`, '', summary, '', ...rows].join('\n')
}

/** @throws {UsageError} Unless `value` is a whole number up to `largest`. */
export function numberOf(flag: string, value: string, largest: number): number {
  if (/^\d{1,16}$/.test(value) && Number(value) <= largest) return Number(value)
  throw new UsageError(`--${flag} needs a number from 0 to ${largest}`)
}

/** A TCP port; 0 lets the system choose. @throws {UsageError} */
export const portOf = (flag: string, value: string): number => numberOf(flag, value, 65_535)
