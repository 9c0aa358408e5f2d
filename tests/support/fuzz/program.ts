/**
 * Reads mutated blobs until all are read, or one is a bug: a process of its own, so that its memory
 * can be bounded and what breaks it breaks nothing else.
 *
 * Arguments: a file with {@link Plan}. Says what it reads, and at last {@link Told}.
 *
 * @module
 */
import { readFileSync, writeSync } from 'node:fs'
import { seededWords } from '../random/sfc32.ts'
import { mutate } from '../mutation/mutate-bytes.ts'
import type { Kind } from './readers.ts'
import { countSteps } from './executed-blocks.ts'

/** How many blobs of which kind; originals and edges in hex. */
export type Plan = {
  seed: number
  kinds: { kind: Kind; blobs: number; originals: string[]; edges: string[] }[]
}

export type Told = {
  kinds: { kind: Kind; blobs: number; understood: number; worstStepsPerByte: number }[]
  /** Most that the process had in memory, in bytes. */
  memory: number
}

/** Blobs whose steps are counted together. */
const batch = 100

/** Each blob costs something even when it is empty; as many bytes are as much. */
const perBlob = 100

/** At once, since it may be the last word. */
const say = (line: string) => void writeSync(1, `${line}\n`)

// Nearly all are refused, and to write down where takes longer than to read.
Error.stackTraceLimit = 3

const plan = JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as Plan
const steps = countSteps()
// Loaded now: of code that is there already only calls are counted.
const { readers } = await import('./readers.ts')

function readAll({ kind, blobs, originals, edges }: Plan['kinds'][number], seed: number) {
  const words = seededWords(seed)
  const below = (bound: number) => words() % bound
  const corpus = { originals: originals.map(bytesOf), edges: edges.map(bytesOf) }
  let [understood, worst] = [0, 0]
  for (let done = 0; done < blobs; done += batch) {
    const some = Array.from({ length: Math.min(batch, blobs - done) }, () => mutate(below, corpus))
    const bytes = some.reduce((sum, { length }) => sum + length + perBlob, 0)
    // Whoever looks for what hangs begins here.
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
const result: Told = { kinds, memory: process.resourceUsage().maxRSS * 1024 }
say(`done ${JSON.stringify(result)}`)
