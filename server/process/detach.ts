/**
 * Running in the background.
 *
 * @module
 * @see monero src/daemonizer/posix_fork.cpp
 */
import { errorCode } from './error-code.ts'
import { spawn } from 'node:child_process'
import {
  closeSync,
  constants,
  lstatSync,
  openSync,
  readFileSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { ProgramError } from './program-error.ts'

/** Set in the background process, whose config file may contain `--detach` too. */
const mark = 'NIGHTJAR_DETACHED'

/** Whether this process is the background process. */
export const isDetached = (): boolean => process.env[mark] === '1'

/**
 * Starts this program again without a terminal, and writes its process id to a file. The caller may end
 * then.
 *
 * @throws Failure when the file cannot be written, or names a process that runs.
 */
export function detach(args: readonly string[], pidfile: string | undefined): void {
  console.log('Forking to background...')
  // Opened first: a later failure would not be visible.
  const file = pidfile === undefined ? undefined : openPidfile(pidfile)
  const child = spawn(process.execPath, [...process.execArgv, process.argv[1]!, ...args], {
    detached: true,
    stdio: 'ignore',
    env: { ...process.env, [mark]: '1' },
  })
  child.unref()
  if (child.pid === undefined) throw new ProgramError('the background process did not start')
  if (file === undefined) return
  writeSync(file, `${child.pid}\n`)
  closeSync(file)
}

/** A new file. The file of a process that has ended is removed first. */
function openPidfile(path: string): number {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found?.isSymbolicLink())
    throw new ProgramError(`PID file path is a symlink, refusing: ${path}`)
  if (found && !found.isFile())
    throw new ProgramError(`PID file path exists and is not a regular file: ${path}`)
  if (found && isRunning(parseInt(readFileSync(path, 'utf8'))))
    throw new ProgramError(`PID file ${path} already exists and the PID therein is valid`)
  if (found) unlinkSync(path)
  const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants
  return openSync(path, O_WRONLY | O_CREAT | O_EXCL | (O_NOFOLLOW ?? 0), 0o644)
}

function isRunning(pid: number): boolean {
  if (!(pid > 1)) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // A process of another user.
    return errorCode(error) === 'EPERM'
  }
}
