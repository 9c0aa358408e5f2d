/**
 * The worker of the page is terminated in the middle of IndexedDB transactions. Each round continues with the
 * database of the round before.
 */
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seed } from '../support/random/case-counts.ts'
import { seededBelow } from '../support/random/sfc32.ts'
import { isKillDue, killCounts, kills, reportKills } from '../support/programs/kill-counts.ts'
import type { Result } from '../support/programs/monerod.ts'
import { startNightjar, type Nightjar } from '../support/programs/nightjar.ts'
import { RecordModel } from '../support/wallets/record-model.ts'
import { openChromium, type ChromiumScreen } from './chromium.ts'
import { password } from './journey.ts'

/** About as long as it takes to fold 3000 records after an opening. */
const longestFoldMs = 600
const comlink = readFileSync('node_modules/comlink/dist/umd/comlink.min.js', 'utf8')

let nightjar: Nightjar
let chromium: ChromiumScreen
let page: Page
let workerUrl: string

beforeAll(async () => {
  nightjar = await startNightjar()
  chromium = await openChromium()
  page = chromium.context.pages().at(-1)!
  const [worker] = await Promise.all([page.waitForEvent('worker'), page.goto(nightjar.url)])
  workerUrl = worker.url()
  await chromium.see('A Monero wallet in this browser')
  await page.evaluate(comlink)
})
afterAll(async () => {
  await chromium.close()
  await nightjar.program.stop()
})

/** The worker that the test has started, beside that of the page. */
type Scope = {
  Comlink: {
    wrap: (worker: Worker) => {
      call: (method: string, params: unknown) => unknown
      startThreadsBy: (start: () => Promise<void>) => unknown
    }
    proxy: <T extends object>(target: T) => T
  }
  victim: Worker
  ask: (method: string, params: unknown) => Promise<Result>
}

/** Starts the worker of the page once more. It gets no threads, so it hashes the password itself. */
const startVictim = () =>
  page.evaluate((url) => {
    const scope = globalThis as unknown as Scope
    scope.victim = new Worker(url, { type: 'module' })
    const { wrap, proxy } = scope.Comlink
    const host = wrap(scope.victim)
    const refuse = () => Promise.reject(new Error('no threads'))
    void host.startThreadsBy(proxy(refuse))
    scope.ask = async (method, params) => (await host.call(method, params)) as Result
  }, workerUrl)

async function call(method: string, params: unknown = {}): Promise<Result> {
  const outcome = await page.evaluate(
    ([method, params]) => (globalThis as unknown as Scope).ask(method, params),
    [method, params] as const,
  )
  if (outcome.error) throw new Error(`${method}: ${outcome.error.message}`)
  return outcome.result
}

/**
 * Terminates the worker after some time.
 *
 * @param during - A call. The worker is terminated when it is finished, if that is earlier.
 * @returns Whether the call was finished before.
 */
const killAfter = (ms: number, during?: { method: string; params: unknown }): Promise<boolean> =>
  page.evaluate(
    async ([ms, during]) => {
      const { ask, victim } = globalThis as unknown as Scope
      let finished = false
      if (during) void ask(during.method, during.params).then(() => (finished = true))
      const start = performance.now()
      // Timers are as coarse as milliseconds, and a write takes few of them.
      while (performance.now() - start < ms && !finished) await new Promise(requestTurn)
      victim.terminate()
      return finished

      function requestTurn(resolve: (value?: unknown) => void) {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = resolve
        port2.postMessage(undefined)
      }
    },
    [ms, during] as const,
  )

/** The browser releases the lock of a worker shortly after its end. */
const open = (filename: string) =>
  expect
    .poll(() => call('open_wallet', { filename, password }).catch(String), { interval: 20 })
    .toEqual({})

/** How many records of a wallet are in no pack. */
const singlesOf = (wallet: string) =>
  page.evaluate(async (wallet) => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error!)
      })
    const database = await done(indexedDB.open('nightjar'))
    const records = database.transaction('records').objectStore('records')
    const count = await done(
      records.count(IDBKeyRange.bound([wallet, 'data.'], [wallet, 'data.g'])),
    )
    database.close()
    return count
  }, wallet)

test('a worker that is terminated while it writes leaves every finished call, and the last one whole or not at all', async ({
  task,
}) => {
  const rounds = kills(killCounts.page.records)
  await startVictim()
  await call('create_wallet', { filename: 'w', password, language: 'English' })
  const below = seededBelow(seed())
  const model = new RecordModel(below)
  let [round, cutOff, longestMs] = [0, 0, 5]
  for (; isKillDue(round, rounds, cutOff); round++) {
    if (round > 0) {
      await startVictim()
      await open('w')
    }
    await model.expectStored(call)
    for (let finished = below(3); finished > 0; finished--) {
      const start = performance.now()
      await model.write(call)
      longestMs = Math.max(longestMs * 0.9, performance.now() - start)
    }
    // Kills after the planned ones come early, so that they cut off a write.
    const afterMs = round < rounds ? (below(1000) / 1000) * longestMs : 0
    const work = model.write(async (method, params) => {
      if (await killAfter(afterMs, { method, params })) return {}
      throw new Error('terminated')
    })
    cutOff += await work.then(
      () => 0,
      () => 1,
    )
  }
  await startVictim()
  await open('w')
  await model.expectStored(call)
  await killAfter(0)
  reportKills(task, 'page', round)
}, 1_800_000)

test('a worker that is terminated while it folds records into packs loses none, and brings no old one back', async ({
  task,
}) => {
  const rounds = kills(killCounts.page.folds)
  const below = seededBelow(seed())
  // Enough records that the next opening folds them.
  const txids = Array.from({ length: 3000 }, () =>
    Array.from({ length: 8 }, () =>
      below(2 ** 32)
        .toString(16)
        .padStart(8, '0'),
    ).join(''),
  )
  await startVictim()
  await call('create_wallet', { filename: 'folded', password, language: 'English' })
  let [round, cutOff] = [0, 0]
  for (; isKillDue(round, rounds, cutOff); round++) {
    const notes = txids.map((_, at) => `note ${at} of round ${round}`)
    await call('set_tx_notes', { txids, notes })
    const before = await singlesOf('folded')
    expect(before).toBeGreaterThanOrEqual(txids.length)
    await killAfter(0)
    await startVictim()
    await open('folded')
    await killAfter(below(longestFoldMs))
    const left = await singlesOf('folded')
    if (left > 0 && left < before) cutOff++
    await startVictim()
    await open('folded')
    expect((await call('get_tx_notes', { txids })).notes).toEqual(notes)
    // The fold that this opening began would pack notes of the next round. Closing waits for its end.
    await call('close_wallet')
    await open('folded')
  }
  await killAfter(0)
  reportKills(task, 'page', round)
}, 1_800_000)
