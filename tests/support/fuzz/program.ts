/**
 * Reads inputs of some readers, and stops at the first bug. It runs as a separate process, so that its memory
 * can be bounded and a crash does not affect the tests.
 *
 * Argument: a file with {@link Plan}. Prints where it is, and finally {@link ProcessResult}.
 *
 * @module
 */
import { readFileSync, writeSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { Draw } from './draw.ts'
import { countSteps } from './executed-blocks.ts'
import type { FuzzedReader } from './reader.ts'

export type Plan = {
  seed: number
  /** Inputs of each reader, by their numbers: each has a seed of its own. */
  work: { name: string; first: number; inputs: number }[]
  /** Whether steps are counted, which takes several times as long. */
  counted: boolean
  /** Whether to print the number of each input before it is read. */
  traced: boolean
  /** Bytes that the process may have. */
  mostMemory: number
}

/** What reading the inputs of one reader was like. */
export type ReaderResult = {
  name: string
  inputs: number
  understood: number
  /** Of the slowest input, in milliseconds. */
  slowestMs: number
  /** Undefined where steps were not counted. */
  worstStepsPerByte?: number
}

export type ProcessResult = {
  readers: ReaderResult[]
  /** Peak memory of the process, in bytes. */
  memory: number
}

/** An input may take so long. */
const mostMs = 1000

/** Inputs that are reported, and whose steps are counted, together. */
const batch = 100

/** Fixed cost of an input, even an empty one, in bytes of the same cost. */
const perInput = 100

// Nearly all inputs are rejected, and capturing a stack trace takes longer than reading.
Error.stackTraceLimit = 3

/** Writes synchronously, so that the line is printed even if the process crashes afterwards. */
const say = (line: string) => void writeSync(1, `${line}\n`)

const plan = JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as Plan
/**
 * What took longer is read again, and measured in time of the processor: other programs do not lengthen it. Steps would
 * be counted twice.
 */
const longMs = plan.counted ? mostMs : 50
const steps = plan.counted ? countSteps() : undefined
// Loaded after `countSteps`: for code that was loaded before, only calls are counted.
const { readers } = await import('./readers.ts')
const { inputSeed } = await import('./input-seed.ts')

async function readAll({ name, first, inputs }: Plan['work'][number]): Promise<ReaderResult> {
  const reader = readers.find((each) => each.name === name)!
  const isCounted = steps !== undefined && reader.mostSteps !== undefined
  const result: ReaderResult = { name, inputs, understood: 0, slowestMs: 0 }
  for (let at = first; at < first + inputs; at += batch) {
    if ((at - first) % (10 * batch) === 0) say(`at ${name} ${at}`)
    const end = Math.min(at + batch, first + inputs)
    const drawn = Array.from({ length: end - at }, (_, i) => inputOf(reader, at + i))
    if (isCounted) steps.taken()
    for (const [i, bytes] of drawn.entries()) {
      if (plan.traced) say(`at ${name} ${at + i}`)
      await readOne(reader, at + i, bytes, result)
      if (plan.traced) requireMemory(reader, at + i)
    }
    if (isCounted) {
      const size = drawn.reduce((sum, { length }) => sum + length + perInput, 0)
      const perByte = steps.taken() / size
      result.worstStepsPerByte = Math.max(result.worstStepsPerByte ?? 0, perByte)
    }
    requireMemory(reader, at)
  }
  return result
}

const inputOf = (reader: FuzzedReader, number: number) =>
  reader.input(new Draw(inputSeed(plan.seed, reader.name, number)))

async function readOne(
  reader: FuzzedReader,
  number: number,
  bytes: Uint8Array,
  result: ReaderResult,
) {
  try {
    const start = performance.now()
    const read = reader.read(bytes)
    if (typeof read === 'boolean' ? read : await read) result.understood++
    let took = performance.now() - start
    if (took > longMs) took = Math.min(took, await processorMs(() => reader.read(bytes)))
    result.slowestMs = Math.max(result.slowestMs, took)
    if (took > mostMs) throw new Error(`took ${Math.round(took)} ms`)
  } catch (error) {
    report(reader, number, error, bytes)
  }
}

async function processorMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

function requireMemory(reader: FuzzedReader, number: number) {
  const memory = peakMemory()
  if (memory > plan.mostMemory)
    report(reader, number, new Error(`the process has ${memory} bytes`), new Uint8Array())
}

function report({ name }: FuzzedReader, number: number, error: unknown, bytes: Uint8Array): never {
  const { stack = String(error) } = error as Error
  say(`at ${name} ${number}`)
  say(
    `bug ${JSON.stringify({ error: stack, hex: Buffer.from(bytes.subarray(0, 8192)).toString('hex') })}`,
  )
  process.exit(1)
}

const peakMemory = () => process.resourceUsage().maxRSS * 1024

const results: ReaderResult[] = []
for (const each of plan.work) results.push(await readAll(each))
say(`done ${JSON.stringify({ readers: results, memory: peakMemory() } satisfies ProcessResult)}`)
process.exit(0)
