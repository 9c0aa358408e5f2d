/**
 * Parses mutated blobs, and stops at the first bug. It runs as a separate process, so that its memory
 * can be bounded and a crash does not affect the tests.
 *
 * Argument: a file with {@link Plan}. Prints its progress, and finally {@link FuzzResult}.
 *
 * @module
 */
import { readFileSync, writeSync } from 'node:fs'
import { seededWords } from '../random/sfc32.ts'
import { mutate } from '../mutation/mutate-bytes.ts'
import type { Kind } from './readers.ts'
import { countSteps } from './executed-blocks.ts'

/** The number of blobs of each kind; originals and edges in hex. */
export type Plan = {
  seed: number
  kinds: { kind: Kind; blobs: number; originals: string[]; edges: string[] }[]
}

export type FuzzResult = {
  kinds: { kind: Kind; blobs: number; understood: number; worstStepsPerByte: number }[]
  /** Peak memory of the process, in bytes. */
  memory: number
}

/** Blobs whose steps are counted together. */
const batch = 100

/** Fixed cost of a blob, even an empty one, in bytes of the same cost. */
const perBlob = 100

/** Writes synchronously, so that the line is printed even if the process crashes afterwards. */
const say = (line: string) => void writeSync(1, `${line}\n`)

// Nearly all blobs are rejected, and capturing a stack trace takes longer than parsing.
Error.stackTraceLimit = 3

const plan = JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as Plan
const steps = countSteps()
// Loaded after `countSteps`: for code that was loaded before, only calls are counted.
const { readers } = await import('./readers.ts')

function readAll({ kind, blobs, originals, edges }: Plan['kinds'][number], seed: number) {
  const words = seededWords(seed)
  const below = (bound: number) => words() % bound
  const corpus = { originals: originals.map(bytesOf), edges: edges.map(bytesOf) }
  let [understood, worst] = [0, 0]
  for (let done = 0; done < blobs; done += batch) {
    const some = Array.from({ length: Math.min(batch, blobs - done) }, () => mutate(below, corpus))
    const bytes = some.reduce((sum, { length }) => sum + length + perBlob, 0)
    // Shows where to start when a parser hangs.
    if (done % (100 * batch) === 0) say(`reading ${kind} ${done}`)
    steps.taken()
    for (const blob of some) understood += Number(readOne(kind, blob))
    worst = Math.max(worst, steps.taken() / bytes)
  }
  return { kind, blobs, understood, worstStepsPerByte: worst }
}

function readOne(kind: Kind, blob: Uint8Array): boolean {
  try {
    return readers[kind](blob)
  } catch (error) {
    say(`bug: ${kind} ${Buffer.from(blob.subarray(0, 4096)).toString('hex')}`)
    throw error
  }
}

const bytesOf = (hex: string) => new Uint8Array(Buffer.from(hex, 'hex'))

const kinds = plan.kinds.map((each, index) => readAll(each, plan.seed + index))
const result: FuzzResult = { kinds, memory: process.resourceUsage().maxRSS * 1024 }
say(`done ${JSON.stringify(result)}`)
