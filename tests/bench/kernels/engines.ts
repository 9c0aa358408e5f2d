/**
 * The engines that run the kernels: Chromium, and versions of Node.
 *
 * @module
 */
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { openChromium } from '../../e2e/chromium.ts'
import { poll } from '../../support/programs/process.ts'
import type { PageFile } from '../../../proxy/page.ts'
import { startEmptyPage } from '../server.ts'
import type { Clock } from './clock.ts'
import type { FigureName } from './figures.ts'

export type Engine = {
  name: string
  /** Name of the scan kernel in the crypto port. */
  kernel: string
  /** Microseconds of a step. */
  measure: (figure: FigureName, ms: number) => Promise<number>
  close: () => Promise<unknown>
}

const modules = 'wasm/build'

/** @param bundle - Text of the module for browsers. @param flags - Flags of the browser. */
export async function chromiumEngine(
  name: string,
  bundle: string,
  flags: readonly string[] = [],
): Promise<Engine> {
  const file = (bytes: Uint8Array): PageFile => ({ bytes: new Uint8Array(bytes) })
  const server = await startEmptyPage(async (path) => {
    if (path === 'clock.js') return file(utf8ToBytes(bundle))
    const module = join(modules, path)
    return path.endsWith('.wasm') && existsSync(module) ? file(readFileSync(module)) : undefined
  })
  const screen = await openChromium(flags)
  const page = screen.context.pages().at(-1)!
  await page.goto(server.url)
  await page.evaluate(() => void new Worker('/clock.js', { type: 'module' }))
  await poll(async () => page.workers().length > 0)
  const worker = page.workers()[0]!
  await poll(() => worker.evaluate(() => 'clock' in globalThis))
  type Scope = { clock: Promise<Clock> }
  return {
    name,
    kernel: await worker.evaluate(
      async () => (await (globalThis as unknown as Scope).clock).kernel,
    ),
    measure: (figure, ms) =>
      worker.evaluate(
        async ([figure, ms]) => (await (globalThis as unknown as Scope).clock).measure(figure, ms),
        [figure, ms] as const,
      ),
    close: () => Promise.all([screen.close(), server.close()]),
  }
}

/** @param program - A Node. @param bundle - File of the module for Node. */
export async function nodeEngine(name: string, program: string, bundle: string): Promise<Engine> {
  const child = spawn(program, [bundle, modules], { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const next = async () => {
    const { value, done } = await lines.next()
    if (done) throw new Error(`${name} ended early`)
    return value as string
  }
  const ended = new Promise((resolve) => child.once('close', resolve))
  return {
    name,
    kernel: await next(),
    async measure(figure, ms) {
      child.stdin.write(`${ms} ${figure}\n`)
      return Number(await next())
    },
    close() {
      child.stdin.end()
      return ended
    },
  }
}
