/**
 * The start and the end of a program.
 *
 * @module
 */
import { errorCode } from './error-code.ts'
import { UsageError } from '#protocol/settings.ts'
import { RpcError } from '#protocol/errors.ts'
import { StorageFailure } from '#protocol/storage-failure.ts'
import { ProgramError } from './program-error.ts'
import { limitHeapGrowth } from './heap-growth.ts'
import { limitYoungGeneration } from './young-generation.ts'

/** Runs a program. An error ends it with status 1 and one line on standard error. */
export async function run(name: string, main: () => Promise<void>): Promise<void> {
  limitYoungGeneration()
  limitHeapGrowth()
  try {
    await main()
  } catch (error) {
    console.error(`${name}: ${explain(error)}`)
    if (error instanceof UsageError) console.error(`Try ${name} --help.`)
    process.exitCode = 1
  }
}

/** The reason of a failure, for the operator. A bug shows its stack. */
export function explain(error: unknown): string {
  const code = errorCode(error)
  if (!(error instanceof Error)) return String(error)
  const { message, stack } = error
  if (code === 'EADDRINUSE') return 'the port is in use; choose another one'
  if (code === 'EADDRNOTAVAIL') return 'this machine does not have that address'
  if (code === 'EACCES') return `no permission: ${message}`
  const isExpected = [UsageError, ProgramError, RpcError, StorageFailure].some(
    (kind) => error instanceof kind,
  )
  return isExpected || isSystemError(code) ? message : (stack ?? String(error))
}

/** Prints an error that no client caused: a failure of storage in one line, a bug with its stack. */
export function report(error: unknown): void {
  if (error instanceof StorageFailure) console.error(error.message)
  else console.error('bug:', error)
}

const isSystemError = (code = '') => /^(E(?!RR_)[A-Z\d]+|SQLITE_[A-Z]+)$/.test(code)

/** The end of the program: by a signal, or by `now`. */
export function end(): { ended: Promise<void>; now: () => void } {
  let now = () => {}
  const ended = new Promise<void>((resolve) => {
    now = resolve
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, resolve)
  })
  return { ended, now }
}
