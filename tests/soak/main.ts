/**
 * The soak as a program.
 *
 * @module
 */
import { writeFileSync } from 'node:fs'
import { UsageError } from '#protocol/settings.ts'
import { testedTree } from '../../scripts/proof.mjs'
import { numberOf } from '../../server/flags/flags.ts'
import { seed } from '../support/random/case-counts.ts'
import { runWithFlags } from '../support/tool.ts'
import { judge, soakText, type SoakRun } from './report.ts'
import { soak } from './soak.ts'

const written = 'docs/soak.md'
const fullMinutes = 60

const tool = {
  name: 'soak',
  summary: 'Works for an hour, and looks for leaks.',
  flags: {
    minutes: { takes: 'N', help: `Duration after the start; default ${fullMinutes}` },
    write: { help: `Write ${written}, which a run of ${fullMinutes} minutes always does` },
  },
} as const

/** @returns The exit code. */
export function main(args: readonly string[]): Promise<number> {
  return runWithFlags(tool, args, async ({ minutes, write }) => {
    const run = await timedRun(minutesOf(minutes))
    const text = soakText(run)
    console.log(text)
    if (write || run.minutes >= fullMinutes) writeFileSync(written, text)
    return judge(run).problems.length > 0 ? 1 : 0
  })
}

const mostMinutes = 24 * 60

function minutesOf(given: string | undefined): number {
  const minutes = given === undefined ? fullMinutes : numberOf('minutes', given, mostMinutes)
  if (minutes < 1) throw new UsageError(`--minutes needs a number from 1 to ${mostMinutes}`)
  return minutes
}

async function timedRun(minutes: number): Promise<SoakRun> {
  const chosen = seed()
  const before = testedTree('.', [written])
  const log = (line: string) => console.error(`  ${line}`)
  const ms = minutes * 60_000
  const result = await soak({ ms, seed: chosen, sampleMs: Math.min(5_000, ms / 120), log })
  const after = testedTree('.', [written])
  const changed = [...new Set([...before.changed, ...after.changed])]
  if (after.commit !== before.commit) changed.push('HEAD')
  return {
    ...result,
    minutes,
    tree: { ...before, changed },
    seed: chosen,
    node: process.versions.node,
    date: new Date().toISOString().slice(0, 10),
  }
}
