/**
 * A test program with flags: `npm run bench`, `npm run fuzz`, `npm run soak`.
 *
 * @module
 */
import { UsageError } from '#protocol/settings.ts'
import { helpText, readFlags, type Flags, type Given } from '../../server/flags/flags.ts'

type Tool<F extends Flags> = {
  /** The name in package.json. */
  name: string
  summary: string
  flags: F
}

const help = { help: 'Show this' }

/**
 * Reads the flags and runs the tool. Wrong flags, and a `UsageError` of `run`, end it with a message.
 *
 * @param run - Returns the exit code.
 * @returns The exit code: 2 for wrong flags.
 */
export async function runWithFlags<const F extends Flags>(
  { name, summary, flags }: Tool<F>,
  args: readonly string[],
  run: (given: Given<F>) => Promise<number>,
): Promise<number> {
  try {
    const all = { ...flags, help }
    const given = readFlags(all, args)
    if (!given.help) return await run(given)
    console.log(helpText(`npm run ${name} -- [flags]`, summary, all))
    return 0
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    console.error(`${name}: ${error.message}`)
    return 2
  }
}
