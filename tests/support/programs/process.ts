/**
 * Programs that tests start: waited for until they are ready, heard out, and ended by their pid.
 *
 * @module
 */
import { errorCode } from '../../../server/process/error-code.ts'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { atExit } from './at-exit.ts'
import { atFileEnd } from './file-end.ts'

/** What a program may take to start, to say something or to end while the machine is busy. */
const patienceMs = 120_000

export type Program = {
  pid: number
  /** All it has written so far, standard output and standard error together. */
  output: () => string
  /** Resolves when `pattern` has been written; rejects when the program ends before. */
  says: (pattern: RegExp, timeoutMs?: number) => Promise<RegExpExecArray>
  /** Resolves with the exit code; null when a signal ended it. */
  exited: Promise<number | null>
  /** Sends `signal` and waits for the end; sends SIGKILL when it does not come in {@link patienceMs}. */
  stop: (signal?: NodeJS.Signals) => Promise<number | null>
}

export type ProgramOptions = {
  env?: Record<string, string>
  cwd?: string
  /** Ready when this was written ... */
  ready?: RegExp
  /** ... or when this resolves to true; asked ten times a second. */
  readyWhen?: () => Promise<boolean>
  timeoutMs?: number
}

const running = new Set<number>()
// A test run that is interrupted must not leave its programs behind.
atExit(() => running.forEach((pid) => endQuietly(pid)))

/** Starts `command` and resolves when it is ready. */
export async function startProgram(
  command: string,
  args: readonly string[],
  { env = {}, cwd, ready, readyWhen, timeoutMs = patienceMs }: ProgramOptions = {},
): Promise<Program> {
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  const heard = (chunk: Buffer) => (text += chunk.toString('latin1'))
  child.stdout.on('data', heard)
  child.stderr.on('data', heard)
  await once(child, 'spawn')
  const pid = child.pid!
  running.add(pid)

  let ended = false
  const exited = once(child, 'close').then(([code]) => {
    ended = true
    running.delete(pid)
    return code as number | null
  })
  const until = (done: () => Promise<boolean>, limitMs: number) =>
    poll(done, limitMs, () => {
      if (ended) throw new Error(`${command} ended early\n${text.slice(-2000)}`)
    }).catch((error: Error) => {
      throw new Error(`${command}: ${error.message}\n${text.slice(-2000)}`)
    })

  const program: Program = {
    pid,
    output: () => text,
    async says(pattern, limitMs = patienceMs) {
      await until(async () => pattern.test(text), limitMs)
      return pattern.exec(text)!
    },
    exited,
    async stop(signal = 'SIGTERM') {
      if (ended) return exited
      child.kill(signal)
      const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs)
      return exited.finally(() => clearTimeout(timer))
    },
  }
  atFileEnd(() => program.stop())
  try {
    if (ready) await program.says(ready, timeoutMs)
    if (readyWhen) await until(readyWhen, timeoutMs)
  } catch (error) {
    await program.stop('SIGKILL')
    throw error
  }
  return program
}

/** Waits until `done` resolves to true, asking ten times a second. */
export async function poll(
  done: () => Promise<boolean>,
  limitMs = patienceMs,
  each: () => void = () => {},
): Promise<void> {
  const end = Date.now() + limitMs
  while (!(await done())) {
    each()
    if (Date.now() > end) throw new Error(`not ready after ${limitMs} ms`)
    await pause(100)
  }
}

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

function endQuietly(pid: number) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error
  }
}

/** Whether a process of this id runs. */
export function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
