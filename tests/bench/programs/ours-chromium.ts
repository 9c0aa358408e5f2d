/**
 * Our engine in Chromium: the built page, its worker called from inside.
 *
 * @module
 */
import type { Page, Worker } from 'playwright'
import { openChromium } from '../../e2e/chromium.ts'
import type { Result } from '../../support/monerod.ts'
import { poll } from '../../support/programs.ts'
import { asOnWire } from '../../support/wire.ts'
import { argumentsOf, family } from '../processes.ts'
import { installAsk, timeInside, type AskGlobal } from './inside.ts'
import type { BenchWallet } from './wallet.ts'

export type ChromiumWallet = BenchWallet & {
  page: Page
  /** The engine's worker. `globalThis.ask` in it calls a wallet method. */
  worker: Worker
}

/** Opens the page at `url`. @param more - Flags of the browser. */
export async function chromiumWallet(
  { url }: { url: string },
  more: readonly string[] = [],
): Promise<ChromiumWallet> {
  const before = new Set(family(process.pid).map(({ pid }) => pid))
  const screen = await openChromium(more)
  const pid = family(process.pid).find(
    ({ pid, parent }) => parent === process.pid && !before.has(pid),
  )!.pid
  const page = screen.context.pages().at(-1)!
  await page.goto(url)
  await poll(async () => page.workers().length > 0)
  const worker = page.workers()[0]!
  await worker.evaluate(installAsk)
  return {
    ...{ pid, page, worker },
    holders: () =>
      family(pid).flatMap(({ pid: each }) =>
        argumentsOf(each).includes('--type=renderer') ? [each] : [],
      ),
    async call(method, params = {}) {
      const outcome: Result = await worker.evaluate(
        ([method, params]) => (globalThis as unknown as AskGlobal).ask(method, params),
        [method, params] as const,
      )
      if ('error' in outcome) throw new Error(`${method}: ${outcome.error.message}`)
      return asOnWire(outcome.result)
    },
    async time(method, params = {}) {
      const { ms, error } = await worker.evaluate(timeInside, [method, params] as const)
      if (error !== undefined) throw new Error(`${method}: ${error}`)
      return ms
    },
    close: () => screen.close(),
  }
}
