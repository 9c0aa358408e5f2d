/**
 * Going on in the background.
 *
 * @module
 * @see monero src/daemonizer/posix_fork.cpp
 */
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
import { Failure } from './failure.ts'

/** Set for the program that was started again: `--detach` may stand in a file that it reads as well. */
const mark = 'NIGHTJAR_DETACHED'

/** Whether this program is the one that goes on in the background already. */
export const isDetached = (): boolean => process.env[mark] === '1'

/**
 * Starts this program again as one that belongs to no terminal, and says in a file who it is. Whoever
 * asked may end then.
 *
 * @throws Failure when the file is not one that may be written, or says that such a process runs.
 */
export function detach(args: readonly string[], pidfile: string | undefined): void {
  console.log('Forking to background...')
  // Opened before: what fails afterwards is seen by nobody.
  const file = pidfile === undefined ? undefined : openPidfile(pidfile)
  const child = spawn(process.execPath, [...process.execArgv, process.argv[1]!, ...args], {
    detached: true,
    stdio: 'ignore',
    env: { ...process.env, [mark]: '1' },
  })
  child.unref()
  if (child.pid === undefined) throw new Failure('no process could be started')
  if (file === undefined) return
  writeSync(file, `${child.pid}\n`)
  closeSync(file)
}

/** Made anew; one of a process that has ended is removed before. */
function openPidfile(path: string): number {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found?.isSymbolicLink()) throw new Failure(`PID file path is a symlink, refusing: ${path}`)
  if (found && !found.isFile())
    throw new Failure(`PID file path exists and is not a regular file: ${path}`)
  if (found && isRunning(parseInt(readFileSync(path, 'utf8'))))
    throw new Failure(`PID file ${path} already exists and the PID therein is valid`)
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
    // Of another user, it runs all the same.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
