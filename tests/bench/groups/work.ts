/**
 * The wallet's check of proofs of work on Node: a thread of its own for each check.
 *
 * @module
 */
import { Worker } from 'node:worker_threads'
import { nodeHash } from '../../../worker/adapters/work-hasher.ts'
import type { WorkInput } from '../../../worker/engine/base/ports.ts'
import type { Group } from '../group.ts'
import { cpuOf, privateBytes } from '../processes.ts'
import { atLeast, atMost, row } from '../row.ts'
import { median } from '../statistics.ts'

const thread = new URL('../../../dist/nightjar-hasher.js', import.meta.url)

/** Blocks of the largest check, and their seeds. */
const [mostBlocks, mostSeeds] = [18, 4]
const betweenLooksMs = 50
const megabyte = 1e6

type Check = { seconds: number; cpuSeconds: number; peakBytes: number }

export const work: Group = {
  name: 'work',
  summary: "the wallet's check of proofs of work: hashes, seeds, memory during and after it",
  async measure({ size, log }) {
    const check = checker()
    // Code is loaded and compiled.
    await check(1, 1)
    const before = privateBytes(process.pid)
    const turns = { one: [] as Check[], blocks: [] as Check[], all: [] as Check[] }
    for (let round = 0; round < size.rounds; round++) {
      turns.one.push(await check(1, 1))
      turns.blocks.push(await check(mostBlocks, 1))
      turns.all.push(await check(mostBlocks, mostSeeds))
    }
    const after = await settled()
    log(`${3 * size.rounds} checks left ${((after - before) / megabyte).toFixed(1)} MB`)
    const medianOf = (checks: readonly Check[], figure: keyof Check) =>
      median(checks.map((each) => each[figure]))
    const one = medianOf(turns.one, 'seconds')
    const perHash = (medianOf(turns.blocks, 'seconds') - one) / (mostBlocks - 1)
    const perSeed =
      (medianOf(turns.all, 'seconds') - medianOf(turns.blocks, 'seconds')) / (mostSeeds - 1)
    const peak = Math.max(...turns.all.map(({ peakBytes }) => peakBytes)) - before
    return [
      row({ name: 'work/hashes', unit: '1/s', value: 1 / perHash, goal: atLeast(10, '1/s') }),
      row({ name: 'work/a further seed', unit: 's', value: perSeed }),
      row({ name: 'work/a new block', unit: 's', value: one }),
      row({ name: 'work/18 blocks, 4 seeds', unit: 's', value: medianOf(turns.all, 'seconds') }),
      row({
        name: 'work/18 blocks, 4 seeds, CPU',
        unit: 's',
        value: medianOf(turns.all, 'cpuSeconds'),
      }),
      row({
        name: 'work/memory during a check',
        unit: 'MB',
        value: peak / megabyte,
        goal: atMost(350, 'MB'),
      }),
      row({
        name: 'work/memory after all checks',
        unit: 'MB',
        value: (after - before) / megabyte,
        goal: atMost(30, 'MB'),
      }),
    ]
  },
}

function checker() {
  const hash = nodeHash(() => new Worker(thread))
  let count = 0
  return async (blocks: number, seeds: number): Promise<Check> => {
    // No block twice: the result of a known one is kept.
    const inputs = Array.from({ length: blocks }, (_, at): WorkInput => ({
      blob: new Uint8Array(76).fill(++count),
      seedId: new Uint8Array(32).fill(at % seeds),
    }))
    let peakBytes = 0
    const look = () => (peakBytes = Math.max(peakBytes, privateBytes(process.pid)))
    const timer = setInterval(look, betweenLooksMs)
    const [cpu, start] = [cpuOf(process.pid), performance.now()]
    await hash(inputs, new Promise(() => undefined))
    const seconds = (performance.now() - start) / 1000
    clearInterval(timer)
    return { seconds, cpuSeconds: cpuOf(process.pid) - cpu, peakBytes }
  }
}

/** Private bytes once the last thread has ended. */
async function settled(): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 1000))
  return privateBytes(process.pid)
}
