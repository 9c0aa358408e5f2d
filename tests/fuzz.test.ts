import { readFileSync, readdirSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { proofInputs } from './support/fuzz/fuzzing-page.ts'
import { inputCounts } from './support/fuzz/input-counts.ts'
import { readers } from './support/fuzz/readers.ts'
import { FuzzFailure, runFuzz, usualMemory, type FuzzResult } from './support/fuzz/run-fuzz.ts'
import { count, seed } from './support/random/case-counts.ts'

/** A proof reads nine times as many more, without counting steps; `npm run proof -- --fuzz` ten million more. */
const runs = [
  { inputs: inputCounts(readers, 100_000), counted: true },
  { inputs: inputCounts(readers, count(0, 900_000)), counted: false },
].filter(({ inputs }) => sum(inputs.values()) > 0)

const patienceMs = count(600_000, 3_600_000)

describe('readers of hostile bytes', () => {
  const results: FuzzResult[] = []

  // It rejects for a foreign error, a false result, more than a second, and too much memory.
  beforeAll(async () => {
    for (const [i, run] of runs.entries()) results.push(await runFuzz({ ...run, seed: seed() + i }))
  }, patienceMs)

  test('read every input, or refuse it with a declared error', ({ task }) => {
    const counts = results.map(({ readers: all }) => all.map(({ name, inputs }) => [name, inputs]))
    expect(counts).toEqual(runs.map(({ inputs }) => [...inputs]))
    for (const { memory } of results) expect(memory).toBeLessThan(usualMemory)
    const all = sum(runs.flatMap(({ inputs }) => [...inputs.values()]))
    Object.assign(task.meta, { counts: { 'hostile inputs': all } })
  })

  const resultOf = (name: string) => results[0]!.readers.find((each) => each.name === name)!

  test.each(readers)('neither refuse nor understand nearly all inputs: $name', ({ name }) => {
    const { inputs, understood } = resultOf(name)
    expect(understood).toBeGreaterThan(inputs / 50)
    expect(understood).toBeLessThan(inputs)
  })

  test.each(readers.filter(({ mostSteps }) => mostSteps !== undefined))(
    'take a number of steps proportional to the length: $name',
    ({ name, mostSteps }) => {
      const { worstStepsPerByte } = resultOf(name)
      expect(worstStepsPerByte).toBeGreaterThan(0)
      expect(worstStepsPerByte).toBeLessThan(mostSteps!)
    },
  )
})

describe('runFuzz', () => {
  test('error: names reader, input and seed, and the command that reads it again', async () => {
    const one = new Map([['extra', 300]])
    const failing = runFuzz({ seed: 7, inputs: one, counted: false, mostMemory: 1 })
    await expect(failing).rejects.toThrow(FuzzFailure)
    await expect(failing).rejects.toThrow(
      /^reader extra, input (\d+) of seed 7: Error: the process has \d+ bytes[^]*\nnpm run fuzz -- --reader extra --seed 7 --input \1$/,
    )
  })
})

describe('npm run proof -- --fuzz', () => {
  test('reads as many inputs as the page says', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      scripts: Record<string, string>
    }
    expect(scripts['fuzz:proof']).toBe(`node scripts/fuzz.mjs --inputs ${proofInputs}`)
    const all = sum(inputCounts(readers, proofInputs).values())
    expect(all).toBeGreaterThanOrEqual(10 ** 7)
  })
})

const rooms = ['protocol', 'proxy', 'server', 'web', 'worker']
const sources = rooms.flatMap((room) =>
  readdirSync(room, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(`${room}/${name}`, 'utf8')),
)

describe('docs/fuzzing.md', () => {
  test.each(readers)('names functions that exist: $name', ({ reads }) => {
    const named = [...reads.matchAll(/`([A-Za-z]+)`/g)].map(([, name]) => name!)
    expect(named).not.toEqual([])
    const declared = (name: string) => new RegExp(`(class|function|const) ${name}\\b`)
    expect(named.filter((name) => !sources.some((text) => declared(name).test(text)))).toEqual([])
  })
})

function sum(numbers: Iterable<number>): number {
  return [...numbers].reduce((all, each) => all + each, 0)
}
