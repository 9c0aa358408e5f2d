/**
 * Our engine in Chromium: the built page, with calls from inside its worker.
 *
 * @module
 */
import { parseJson, stringifyJson } from '#protocol/json/json.ts'
import type { CDPSession, Page, WebWorker } from 'puppeteer-core'
import { launchUnwatched } from '../../e2e/unwatched-chromium.ts'
import type { Result } from '../../support/programs/monerod.ts'
import { pause, poll } from '../../support/programs/process.ts'
import { asOnWire } from '../../support/wallet-comparison/comparable-answers.ts'
import { argumentsOf, family } from '../processes.ts'
import { held } from '../usage.ts'
import { answersInside, askInside, installAsk, timeInside } from './inside.ts'
import type { BenchWallet } from './wallet.ts'

export type ChromiumWallet = BenchWallet & {
  page: Page
  /** The engine's worker. `globalThis.ask` in it calls a wallet method. */
  worker: WebWorker
  /** Outcome of a call with params as JSON; integers are exact both ways. */
  ask: (method: string, params: string) => Promise<Result>
}

/** Opens the page at `url`. */
export async function chromiumWallet({ url }: { url: string }): Promise<ChromiumWallet> {
  const browser = await launchUnwatched()
  const pid = browser.process()!.pid!
  const [page] = await browser.pages()
  await page!.goto(url)
  await poll(async () => page!.workers().length > 0)
  const worker = page!.workers()[0]!
  await page!.locator('::-p-text(A Monero wallet in this browser)').wait()
  await worker.evaluate(installAsk)
  // Messages before the engine listens are lost.
  await poll(() => worker.evaluate(answersInside))
  const holders = () => family(pid).flatMap(({ pid: each }) => (isOfPage(each) ? [each] : []))
  const ask = async (method: string, params: string): Promise<Result> =>
    parseJson(await worker.evaluate(askInside, [method, params] as const))
  return {
    pid,
    page: page!,
    worker,
    holders,
    ask,
    async settle() {
      for (const session of [await page!.createCDPSession(), worker.client]) await collect(session)
      await unchanging(() => held(holders()))
    },
    async call(method, params = {}) {
      const outcome = asOnWire(await ask(method, stringifyJson(params))) as Result
      if ('error' in outcome) throw new Error(`${method}: ${outcome.error.message}`)
      return outcome.result
    },
    async time(method, params = {}) {
      const asked = [method, stringifyJson(params)] as const
      const { ms, error } = await worker.evaluate(timeInside, asked)
      if (error !== undefined) throw new Error(`${method}: ${error}`)
      return ms
    },
    close: () => browser.close(),
  }
}

/** Whether a process runs pages. The buttons of Chromium's own window have one too. */
function isOfPage(pid: number): boolean {
  const args = argumentsOf(pid)
  return args.includes('--type=renderer') && !args.includes('--top-chrome-webui')
}

/** The second collection frees the objects that finalizers released. */
async function collect(session: CDPSession) {
  await session.send('HeapProfiler.enable')
  for (let i = 0; i < 2; i++) await session.send('HeapProfiler.collectGarbage')
  await session.send('HeapProfiler.disable')
}

/** Waits until two consecutive measurements are nearly equal, for at most a few seconds. */
async function unchanging(bytes: () => number) {
  let before = bytes()
  for (let tries = 0; tries < 10; tries++) {
    await pause(300)
    const now = bytes()
    if (Math.abs(now - before) < 1e6) return
    before = now
  }
}
