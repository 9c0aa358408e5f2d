import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { ChainError } from '#protocol/chain/reader.ts'
import { parseTransaction } from '#protocol/chain/transaction.ts'
import { bundleProgram } from '../support/programs/bundle-program.ts'
import { count, seed } from '../support/random/case-counts.ts'
import { corpora, inHex } from '../support/fuzz/corpora.ts'
import type { Plan, FuzzResult } from '../support/fuzz/program.ts'
import type { Kind } from '../support/fuzz/readers.ts'
import { temporaryFolder } from '../support/storage/temporary-folder.ts'
import { startProgram } from '../support/programs/process.ts'

/** A million in all. */
const blobs: { readonly [kind in Kind]: number } = {
  block: count(2000, 150_000),
  transaction: count(3000, 250_000),
  extra: count(1000, 100_000),
  epee: count(3000, 250_000),
  json: count(3000, 250_000),
}

/** Maximum of calls, loop iterations and branches for each byte: several times that of valid blobs. */
const mostSteps: { readonly [kind in Kind]: number } = {
  block: 120,
  transaction: 60,
  extra: 30,
  epee: 60,
  json: 60,
}

const MB = 1024 * 1024

/** Heap limit of the process: a parser that creates many objects for few bytes exceeds it. */
const heapMb = 96

/** Maximum memory of the process: Node itself, its heap and its buffers. */
const mostMemory = 320 * MB

const patienceMs = count(300_000, 900_000)

/** Runs a process that parses blobs of these kinds. */
async function readBy(script: string, folder: string, share: readonly Kind[]): Promise<FuzzResult> {
  const file = join(folder, `${share.join('-')}.json`)
  const kinds = share.map((kind) => ({ kind, blobs: blobs[kind], ...inHex(corpora[kind]) }))
  writeFileSync(file, JSON.stringify({ seed: seed(), kinds } satisfies Plan))
  const args = [`--max-old-space-size=${heapMb}`, script, file]
  const program = await startProgram(process.execPath, args)
  const [, line] = await program.says(/^done (.*)$/m, patienceMs)
  expect(await program.exited).toBe(0)
  return JSON.parse(line!) as FuzzResult
}

describe('parsers of untrusted input', () => {
  let results: FuzzResult[]
  const kinds = () => results.flatMap((each) => each.kinds)

  beforeAll(async () => {
    const folder = temporaryFolder('fuzz')
    const source = join(process.cwd(), 'tests/support/fuzz/program.ts')
    writeFileSync(join(folder, 'entry.ts'), `import ${JSON.stringify(source)}`)
    const script = await bundleProgram(folder, 'entry.ts')
    // Two processes of about equal duration.
    const shares: Kind[][] = [
      ['block', 'transaction'],
      ['extra', 'epee', 'json'],
    ]
    results = await Promise.all(shares.map((share) => readBy(script, folder, share)))
  }, patienceMs)

  test('parse mutated blobs, or reject them with an expected error', () => {
    for (const { kind, blobs: read, understood } of kinds()) {
      expect([kind, read]).toEqual([kind, blobs[kind]])
      // Mutated blobs are neither all rejected nor all accepted.
      expect(understood).toBeGreaterThan(read / 50)
      expect(understood).toBeLessThan(read)
    }
  })

  test.each(Object.keys(blobs) as Kind[])(
    'take a number of steps proportional to the length: %s',
    (kind) => {
      const { worstStepsPerByte } = kinds().find((each) => each.kind === kind)!
      expect(worstStepsPerByte).toBeGreaterThan(0)
      expect(worstStepsPerByte).toBeLessThan(mostSteps[kind])
    },
  )

  test('keep within bounded memory', () => {
    for (const { memory } of results) expect(memory).toBeLessThan(mostMemory)
  })
})

describe('parseTransaction', () => {
  test('allocates no memory for counts that exceed the remaining bytes', () => {
    const huge = [0xff, 0xff, 0xff, 0x7f]
    const key = new Array<number>(32).fill(1)
    const hostile = [
      [2, 0, ...huge],
      [2, 0, 1, 2, 0, ...huge],
      [2, 0, 0, ...huge],
      [2, 0, 0, 0, ...huge],
      [2, 0, 1, 2, 0, 1, 5, ...key, 0, 0, 6, 0, ...huge],
    ]
    // With such an allocation each blob would take a gigabyte: the test would time out or run out of memory.
    for (let i = 0; i < 1000; i++)
      for (const bytes of hostile)
        expect(() => parseTransaction(Uint8Array.from(bytes))).toThrow(ChainError)
  })
})
