/**
 * What the programs of a soak hold.
 *
 * @module
 */
import { pathToFileURL } from 'node:url'
import type { Page } from 'puppeteer-core'
import { argumentsOf, family, residentBytes } from '../bench/processes.ts'
import { held } from '../bench/usage.ts'
import { poll, type Program } from '../support/programs/process.ts'
import type { Sample } from './verdict.ts'

export type Watched = {
  name: string
  /** @throws {Error} When the program has ended. */
  sample: () => Promise<Omit<Sample, 'atMs'>>
  /** What went wrong inside the program so far. */
  problems: () => string[]
}

/** Programs of Node that are started from now on report what they hold: see `inside.mjs`. */
export function loadInside(): void {
  process.env.NODE_OPTIONS = `--import ${pathToFileURL('tests/soak/inside.mjs').href}`
}

const report = /^soak (\{.*\})\n/m

/** A program of Node that was started after {@link loadInside}. */
export function watchedProgram(name: string, program: Program): Watched {
  let crowded = 0
  return {
    name,
    async sample() {
      const from = program.output().length
      process.kill(program.pid, 'SIGUSR2')
      await poll(async () => report.test(program.output().slice(from)))
      const [, json = '{}'] = report.exec(program.output().slice(from)) ?? []
      const inside = JSON.parse(json) as { workers: number; handles: number; crowded: number }
      crowded = inside.crowded
      const { workers, handles } = inside
      return { bytes: residentBytes(program.pid).now, workers, handles }
    },
    problems: () => (crowded > 0 ? [`${crowded} warnings about too many listeners`] : []),
  }
}

/** A page: the memory of all renderers, its workers, and the listeners of its document. */
export async function watchedPage(
  name: string,
  page: Page,
  errors: () => readonly string[],
): Promise<Watched> {
  const session = await page.createCDPSession()
  await session.send('Performance.enable')
  return {
    name,
    async sample() {
      // Listeners of removed elements count until these are collected.
      await session.send('HeapProfiler.collectGarbage')
      const { metrics } = await session.send('Performance.getMetrics')
      const listeners = metrics.find(({ name }) => name === 'JSEventListeners')
      return { bytes: held(renderers()), workers: page.workers().length, handles: listeners!.value }
    },
    problems: () => errors().map((error) => `console: ${error}`),
  }
}

/** The browser is a child of this process. */
const renderers = (): number[] =>
  family(process.pid).flatMap(({ pid }) =>
    argumentsOf(pid).includes('--type=renderer') ? [pid] : [],
  )
