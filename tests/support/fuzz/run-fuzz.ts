/**
 * Runs the fuzzer in two processes, and finds the input that a process ended or stopped at.
 *
 * @module
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundleProgram } from '../programs/bundle-program.ts'
import type { Plan, ProcessResult, ReaderResult } from './program.ts'

type FuzzRun = {
  seed: number
  /** By reader. */
  inputs: ReadonlyMap<string, number>
  /** Whether steps are counted. */
  counted: boolean
  /** The first input of every reader; 0 if left out. */
  first?: number
  log?: (line: string) => void
  /** Bytes that a process may have. */
  mostMemory?: number
}

export type FuzzResult = { readers: ReaderResult[]; memory: number }

/** An input that shows a bug, and how to read it again. */
export class FuzzFailure extends Error {
  override name = 'FuzzFailure'
}

const MB = 1024 * 1024

/** Heap limit of a process: a reader that creates many objects for few bytes exceeds it. */
const heapMb = 128

/** Maximum memory of a process: Node itself, its code, its heap and its buffers. */
export const usualMemory = 512 * MB

/** A process that prints nothing for so long stands still. A thousand inputs take seconds. */
const stallMs = 300_000

/** @throws {FuzzFailure} */
export async function runFuzz(run: FuzzRun): Promise<FuzzResult> {
  const folder = mkdtempSync(join(tmpdir(), 'nightjar-fuzz-'))
  try {
    const source = join(process.cwd(), 'tests/support/fuzz/program.ts')
    writeFileSync(join(folder, 'entry.ts'), `import ${JSON.stringify(source)}`)
    const script = await bundleProgram(folder, 'entry.ts')
    const stop = new AbortController()
    const halves = [0, 1].map((half) => runHalf(script, folder, run, half, stop.signal))
    try {
      return joined(await Promise.all(halves))
    } finally {
      stop.abort()
      await Promise.allSettled(halves)
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Every reader in both processes, half of its inputs in each: they end at about the same time. */
async function runHalf(
  script: string,
  folder: string,
  run: FuzzRun,
  half: number,
  signal: AbortSignal,
) {
  const { seed, inputs, counted, first = 0, mostMemory = usualMemory } = run
  const work = [...inputs].map(([name, count]) => {
    const middle = count >> 1
    return half === 0
      ? { name, first, inputs: middle }
      : { name, first: first + middle, inputs: count - middle }
  })
  const plan: Plan = { seed, work, counted, traced: false, mostMemory }
  const start = (file: string, given: Plan) =>
    runPlan(script, join(folder, file), given, signal, run.log)
  const ended = await start(`${half}.json`, plan)
  if (ended.result) return ended.result
  throw new FuzzFailure(await explained((again) => start(`${half}-again.json`, again), plan, ended))
}

/** Finds the input by reading the last ones again, one by one. */
async function explained(
  start: (plan: Plan) => Promise<Ended>,
  plan: Plan,
  ended: Ended,
): Promise<string> {
  const { name, number } = ended
  const work = [{ name, first: number, inputs: ended.bug === undefined ? 1000 : 100 }]
  const again = await start({ ...plan, counted: false, traced: true, work })
  const found = again.result ? ended : again
  const problem = found.bug ?? `the process ended (${found.reason})`
  return [
    `reader ${found.name}, input ${found.number} of seed ${plan.seed}: ${problem}`,
    `npm run fuzz -- --reader ${found.name} --seed ${plan.seed} --input ${found.number}`,
  ].join('\n')
}

type Ended = {
  result?: ProcessResult
  /** The last input that the process named. */
  name: string
  number: number
  bug?: string
  reason: string
}

async function runPlan(
  script: string,
  file: string,
  plan: Plan,
  signal: AbortSignal,
  log: (line: string) => void = () => undefined,
): Promise<Ended> {
  writeFileSync(file, JSON.stringify(plan))
  let errors = ''
  const child = spawn(process.execPath, [`--max-old-space-size=${heapMb}`, script, file], {
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
    killSignal: 'SIGKILL',
  })
  // Aborted: the other process has failed.
  child.on('error', (error) => (errors += error.message))
  const ended: Ended = { name: plan.work[0]!.name, number: plan.work[0]!.first, reason: '' }
  let rest = ''
  let stalled = setTimeout(() => undefined, 0)
  const wait = () => {
    clearTimeout(stalled)
    stalled = setTimeout(() => {
      ended.reason = `nothing for ${stallMs / 1000} s`
      child.kill('SIGKILL')
    }, stallMs)
  }
  wait()
  child.stdout.on('data', (chunk: Buffer) => {
    wait()
    const lines = (rest + chunk.toString('latin1')).split('\n')
    rest = lines.pop()!
    for (const line of lines) readLine(ended, line, log)
  })
  child.stderr.on('data', (chunk: Buffer) => (errors = (errors + chunk.toString()).slice(-2000)))
  const code = await new Promise((resolve) =>
    child.on('close', (status, signal) => resolve(signal ?? status)),
  )
  clearTimeout(stalled)
  ended.reason ||= `${code} ${errors}`
  return ended
}

function readLine(ended: Ended, line: string, log: (line: string) => void) {
  const [, kind, content = ''] = /^(at|bug|done) (.*)$/.exec(line) ?? []
  if (kind === 'at') {
    const [name = '', number] = content.split(' ')
    if (name !== ended.name) log(`reads ${name}`)
    Object.assign(ended, { name, number: Number(number) })
  } else if (kind === 'bug') {
    const { error, hex } = JSON.parse(content) as { error: string; hex: string }
    ended.bug = `${error}\n${hex}`
  } else if (kind === 'done') ended.result = JSON.parse(content) as ProcessResult
}

function joined(parts: readonly ProcessResult[]): FuzzResult {
  const [one, other] = parts as [ProcessResult, ProcessResult]
  const readers = one.readers.map((each, at) => {
    const also = other.readers[at]!
    const steps = [each, also].flatMap(({ worstStepsPerByte }) => worstStepsPerByte ?? [])
    return {
      name: each.name,
      inputs: each.inputs + also.inputs,
      understood: each.understood + also.understood,
      slowestMs: Math.max(each.slowestMs, also.slowestMs),
      ...(steps.length > 0 && { worstStepsPerByte: Math.max(...steps) }),
    }
  })
  return { readers, memory: Math.max(one.memory, other.memory) }
}
