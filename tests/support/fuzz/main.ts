/**
 * The fuzzer as a program.
 *
 * @module
 */
import { UsageError } from '#protocol/settings.ts'
import { numberOf } from '../../../server/flags/flags.ts'
import { runWithFlags } from '../tool.ts'
import { inputCounts } from './input-counts.ts'
import { readers } from './readers.ts'
import { FuzzFailure, runFuzz, type FuzzResult } from './run-fuzz.ts'

const tool = {
  name: 'fuzz',
  summary: 'Reads hostile inputs.',
  flags: {
    inputs: { takes: 'N', help: 'Inputs of all readers; default 100000' },
    reader: { takes: 'NAME', help: `Only this one: ${readers.map(({ name }) => name).join(', ')}` },
    seed: { takes: 'N', help: 'Of the inputs; default NIGHTJAR_SEED, or a random one' },
    input: { takes: 'N', help: 'Only the input with this number' },
  },
} as const

/** @returns The exit code. */
export function main(args: readonly string[]): Promise<number> {
  return runWithFlags(tool, args, async (given) => {
    const number = (flag: 'inputs' | 'seed' | 'input', otherwise: number) =>
      given[flag] === undefined ? otherwise : numberOf(flag, given[flag], 2 ** 31)
    const drawn = Math.floor(Math.random() * 2 ** 31)
    const seed = number('seed', Number(process.env.NIGHTJAR_SEED ?? drawn))
    const chosen = readers.filter(({ name }) => given.reader === undefined || name === given.reader)
    if (chosen.length === 0) throw new UsageError(`--reader: no reader ${given.reader}`)
    const isOne = given.input !== undefined
    if (isOne && chosen.length > 1) throw new UsageError('--input needs --reader')
    const inputs = inputCounts(chosen, isOne ? 2 : number('inputs', 100_000))
    console.error(`seed ${seed}`)
    const log = (line: string) => console.error(line)
    const first = number('input', 0)
    return found({ seed, inputs, counted: false, first, log })
  })
}

/** @returns The exit code. */
async function found(plan: Parameters<typeof runFuzz>[0]): Promise<number> {
  try {
    console.log(table(await runFuzz(plan)))
    return 0
  } catch (error) {
    if (!(error instanceof FuzzFailure)) throw error
    console.error(`fuzz: ${error.message}`)
    return 1
  }
}

function table({ readers: rows, memory }: FuzzResult): string {
  const lines = rows.map(({ name, inputs, understood, slowestMs }) => {
    const part = `${((100 * understood) / Math.max(inputs, 1)).toFixed(0)} %`
    return `${name.padEnd(16)}${`${inputs}`.padStart(10)}${part.padStart(8)}${slowestMs.toFixed(1).padStart(10)} ms`
  })
  const all = rows.reduce((sum, { inputs }) => sum + inputs, 0)
  return [...lines, `${all} inputs, at most ${Math.round(memory / 2 ** 20)} MB`].join('\n')
}
