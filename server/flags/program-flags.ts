/**
 * The flags of a program, from the command line, the configuration file and the environment.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { readWithFile } from './config-file.ts'
import { withEnvironment, type Environment } from './environment.ts'
import type { Flags, Given } from './flags.ts'

type Read = ReadonlyMap<string, string | true>

export type ProgramFlags<F extends Flags> = {
  given: Given<F>
  /** Names of given flags that have no effect. */
  ineffective: string[]
}

/**
 * Reads the flags of a program.
 *
 * @param effective - Flags with an effect.
 * @param accepted - Flags that are accepted for compatibility.
 * @param hasEffect - Whether a flag of `effective` has an effect in addition to the other given flags.
 * @throws {UsageError} Names the flag that is unknown or lacks its value.
 */
export function readProgramFlags<const F extends Flags>(
  effective: F,
  accepted: Flags,
  args: readonly string[],
  environment: Environment,
  hasEffect: (name: string, read: Read) => boolean = () => true,
): ProgramFlags<F> {
  const all = { ...accepted, ...effective }
  const fromFile = readWithFile(all, args, (file) => readFileSync(file, 'utf8'))
  const read = withEnvironment(effective, fromFile, environment)
  const isEffective = (name: string) => Object.hasOwn(effective, name)
  return {
    given: Object.fromEntries([...read].filter(([name]) => isEffective(name))) as Given<F>,
    ineffective: [...read.keys()].filter((name) => !isEffective(name) || !hasEffect(name, read)),
  }
}

/** Names the flags without effect on standard output. */
export function reportIneffective(names: readonly string[]): void {
  if (names.length > 0) console.log(`Without effect here: ${names.map((n) => `--${n}`).join(' ')}`)
}
