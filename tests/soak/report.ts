/**
 * The result of a soak as text.
 *
 * @module
 */
import { treeText, type Tree } from '../../scripts/proof.mjs'
import type { SoakResult } from './soak.ts'
import { mostGrowth, percent, verdictOf, type Sample, type Verdict } from './verdict.ts'

export type SoakRun = SoakResult & {
  minutes: number
  tree: Tree
  seed: number
  node: string
  date: string
}

/** Shorter runs do not tell a leak from programs that are still warming up. */
const leastMinutes = 30

/** Share of the run that is not judged. */
const warmUpShare = 0.25

type Judged = { name: string; verdict: Verdict | undefined; problems: string[] }

/** The verdicts and problems of all programs, and the failures of the work. */
export function judge({ observed, done, minutes }: SoakRun): {
  programs: Judged[]
  problems: string[]
} {
  const isJudged = minutes >= leastMinutes
  const programs = observed.map(({ name, samples, problems }): Judged => {
    const verdict = verdictUnlessTooFew(samples, warmUpShare * minutes * 60_000)
    if (typeof verdict === 'string')
      return { name, verdict: undefined, problems: [verdict, ...problems] }
    return { name, verdict, problems: [...(isJudged ? verdict.problems : []), ...problems] }
  })
  return {
    programs,
    problems: [
      ...programs.flatMap(({ name, problems }) => problems.map((problem) => `${name}: ${problem}`)),
      ...done.flatMap(({ failures }) => failures),
    ],
  }
}

/** The reason where the samples are too few, as after the early end of a program. */
function verdictUnlessTooFew(samples: readonly Sample[], warmUpMs: number): Verdict | string {
  try {
    return verdictOf(samples, warmUpMs)
  } catch (error) {
    if (error instanceof RangeError) return error.message
    throw error
  }
}

/** The text of `docs/soak.md`. */
export function soakText(run: SoakRun): string {
  const { programs, problems } = judge(run)
  const { minutes, tree, seed, node, date, done } = run
  const isJudged = minutes >= leastMinutes
  return [
    '# Soak',
    '',
    'Written by `npm run soak`, which keeps page, wallet service, node and proxy busy and measures what they hold. Do not edit.',
    '',
    problems.length === 0
      ? `**${minutes} minutes, no failure${isJudged ? ' and no leak' : ''}.**`
      : `**${minutes} minutes, ${problems.length} problems.**`,
    '',
    `- Tested: ${treeText(tree)}`,
    `- Seed ${seed}, Node ${node}, finished on ${date}.`,
    `- Rounds of work: ${done.map(({ name, rounds }) => `${name} ${rounds}`).join(', ')}.`,
    `- Memory is the lowest of each twelfth of the time after a warm-up of ${percent(warmUpShare)}, and may grow by less than ${percent(mostGrowth)}.`,
    '  Workers and handles are the fewest in the first and in the last quarter of that time.',
    ...(isJudged ? [] : [`- A run of less than ${leastMinutes} minutes is not judged.`]),
    '',
    '| program | MB at first | MB at last | growth | most MB | workers | handles |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...programs.map(rowOf),
    ...(problems.length > 0 ? ['', ...problems.map((problem) => `- ${problem}`)] : []),
    '',
  ].join('\n')
}

function rowOf({ name, verdict }: Judged): string {
  if (!verdict) return `| ${name} | | | | | | |`
  const { startBytes, endBytes, growth, mostBytes, workers, handles } = verdict
  const megabytes = (bytes: number) => Math.round(bytes / 1e6)
  const cells = [
    name,
    megabytes(startBytes),
    megabytes(endBytes),
    percent(growth),
    megabytes(mostBytes),
    workers.join(' → '),
    handles.join(' → '),
  ]
  return `| ${cells.join(' | ')} |`
}
