/**
 * Starts all programs, keeps them busy and samples what they hold.
 *
 * @module
 */
import { puppeteerScreen } from '../e2e/puppeteer-screen.ts'
import type { Screen } from '../e2e/screen.ts'
import { launchUnwatched } from '../e2e/unwatched-chromium.ts'
import { daemonClient } from '../support/network/http-client.ts'
import { startMonerod } from '../support/programs/monerod.ts'
import { startNightjar, startOurWalletRpc } from '../support/programs/nightjar.ts'
import { pause } from '../support/programs/process.ts'
import { stopAll } from '../support/programs/file-end.ts'
import { startProxy } from '../support/programs/proxy.ts'
import { seededBelow } from '../support/random/sfc32.ts'
import { nodeWork, proxyWork } from './daemon-work.ts'
import { pageWork } from './page-work.ts'
import { serviceWork } from './service-work.ts'
import { loadInside, watchedPage, watchedProgram, type Watched } from './watched.ts'
import type { Sample } from './verdict.ts'
import { repeat, type Done, type Work } from './work.ts'

export type SoakOptions = {
  ms: number
  seed: number
  /** Between two samples. */
  sampleMs: number
  log: (line: string) => void
}

/** The samples of a program by its name, and what went wrong inside it. */
type Observed = { name: string; samples: Sample[]; problems: string[] }

export type SoakResult = { observed: Observed[]; done: Done[] }

/** Runs the whole soak. All programs are stopped at its end, also when it fails. */
export async function soak(options: SoakOptions): Promise<SoakResult> {
  loadInside()
  let screen: Screen | undefined
  try {
    const { log, seed } = options
    log('starting monerod, proxy, wallet service, node and page')
    const monerod = await startMonerod()
    const proxy = await startProxy([monerod.url])
    const service = await startOurWalletRpc({ daemon: proxy.address })
    const node = await startNightjar()
    const [page] = await (await launchUnwatched()).pages()
    const shown = (screen = puppeteerScreen('Chromium', page!))
    const below = seededBelow(seed)
    const work: Work[] = [
      await serviceWork(monerod, service, below),
      await pageWork(shown, node.url),
      proxyWork(proxy, below),
      nodeWork(daemonClient(node.url), below),
    ]
    return await observe(options, work, [
      watchedProgram('wallet service', service.program),
      await watchedPage('page', page!, shown.errors),
      watchedProgram('proxy', proxy.program),
      watchedProgram('node', node.program),
    ])
  } finally {
    await screen?.close()
    await stopAll()
  }
}

async function observe(
  { ms, sampleMs, log }: SoakOptions,
  work: readonly Work[],
  programs: readonly Watched[],
): Promise<SoakResult> {
  const start = performance.now()
  const atMs = () => performance.now() - start
  const isOver = () => atMs() >= ms
  const working = Promise.all(work.map((each) => repeat(each, isOver, log)))
  const observed = programs.map(({ name }): Observed => ({ name, samples: [], problems: [] }))
  for (let minute = 0; !isOver();) {
    for (const [at, program] of programs.entries()) {
      const { samples, problems } = observed[at]!
      // A program that has ended is reported once.
      if (problems.length > 0) continue
      await program.sample().then(
        (held) => samples.push({ atMs: atMs(), ...held }),
        (error: Error) => problems.push(`no sample: ${error.message}`),
      )
    }
    if (atMs() >= minute * 60_000) log(`minute ${minute++}: ${observed.map(brief).join('; ')}`)
    await pause(sampleMs)
  }
  const done = await working
  for (const [at, program] of programs.entries()) observed[at]!.problems.push(...program.problems())
  return { observed, done }
}

function brief({ name, samples, problems }: Observed): string {
  const last = samples.at(-1)
  if (problems.length > 0 || !last) return `${name} ${problems.join(', ')}`
  const { bytes, workers, handles } = last
  return `${name} ${Math.round(bytes / 1e6)} MB, ${workers} workers, ${handles} handles`
}
