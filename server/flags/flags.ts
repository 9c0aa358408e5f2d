/**
 * Flags of a program: read, explained, refused by name.
 *
 * @module
 */
import { UsageError } from '#protocol/settings.ts'

export type Flag = {
  /** What the value is, as help shows it. A flag without it takes no value. */
  takes?: string
  /** An empty value is one too. */
  mayBeEmpty?: true
  /** Given again it adds: the values come separated by commas. */
  mayRepeat?: true
  /** Taken on the command line alone, and not in a configuration file. */
  onCommandLineOnly?: true
  help: string
}

export type Flags = { readonly [name: string]: Flag }

/** What was given: the value, or `true` for a flag that takes none. */
export type Given<F extends Flags> = {
  readonly [Name in keyof F]?: F[Name] extends { takes: string } ? string : true
}

/**
 * Reads `--name value`, `--name=value` and `--name`; of a flag given twice the last, unless it adds.
 *
 * @throws {UsageError} For a flag the program does not have, a value too many or too few.
 */
export function readFlags<const F extends Flags>(flags: F, args: readonly string[]): Given<F> {
  return Object.fromEntries(readGiven(flags, args)) as Given<F>
}

/** The same by name, for flags that are not known by type. @throws {UsageError} */
export function readGiven(flags: Flags, args: readonly string[]): Map<string, string | true> {
  const given = new Map<string, string | true>()
  const rest = [...args]
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    // Its place and not its text, which may be the second word of a password.
    if (!arg.startsWith('-'))
      throw new UsageError(`unexpected argument, number ${args.length - rest.length}`)
    const [, raw = arg, value] = /^([^=]*)=(.*)$/s.exec(arg) ?? []
    const name = raw.startsWith('--') ? raw.slice(2) : ''
    const flag = Object.hasOwn(flags, name) ? flags[name] : undefined
    if (!flag) throw new UsageError(`unknown flag ${raw}`)
    if (flag.takes === undefined) {
      if (value !== undefined) throw new UsageError(`${raw} takes no value`)
      given.set(name, true)
    } else {
      const taken = value ?? rest.shift()
      if (taken === undefined || (taken === '' && !flag.mayBeEmpty))
        throw new UsageError(`${raw} needs ${flag.takes}`)
      const before = flag.mayRepeat && given.get(name)
      given.set(name, before ? `${before},${taken}` : taken)
    }
  }
  return given
}

/** Column in which explanations begin; one that does not fit has a line of its own. */
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
