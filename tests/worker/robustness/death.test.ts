/**
 * A process that dies, at every moment that matters: each write to storage, each question to the
 * daemon, before and after it is done.
 */
import { describe, expect, test } from 'vitest'
import type { Daemon } from '../../../worker/engine/base/ports.ts'
import { seed } from '../../support/random/case-counts.ts'
import {
  allTables,
  unresolved,
  CrashingFiles,
  reopen,
  startProcess,
  storedState,
  type Process,
} from '../../support/wallets/crashing-wallet.ts'
import { expectSound, life, newChain } from '../../support/wallets/wallet-life.ts'

const chosen = seed()

/** Lives until the end, or until `moment` never comes; resolves to whether it came to the end. */
async function live(process: Process, moment: Promise<unknown> = unresolved()): Promise<boolean> {
  for (const { grow, act } of life) {
    grow?.(process.script)
    const died = await Promise.race([act(process).then(() => false), moment.then(() => true)])
    if (died) return false
  }
  return true
}

/** A promise and what fulfils it. */
function signal() {
  let give!: () => void
  const given = new Promise<void>((resolve) => (give = resolve))
  return { give, given }
}

/** Questions to a daemon, numbered; `before` and `after` may hold one up for ever. */
function numbered(daemon: Daemon, at: { before?: At; after?: At }, asked: string[]): Daemon {
  const table = (calls: object) =>
    new Proxy(calls, {
      get: (given, name) => async (params: unknown) => {
        const number = asked.push(String(name))
        await at.before?.(number)
        const answer = (given as Calls)[name as string]!(params)
        await answer.catch(() => undefined)
        await at.after?.(number)
        return answer
      },
    })
  const { rpc, json, bin, close } = daemon
  return { rpc: table(rpc), json: table(json), bin: table(bin), close } as Daemon
}

type At = (number: number) => Promise<void> | void
type Calls = Record<string, (params: unknown) => Promise<unknown>>

/** Lives until something is reached that never comes to an end; what is left then. */
async function leftAt(place: (end: At) => Parameters<typeof startProcess>[2], n: number) {
  const dead = signal()
  const end: At = (number) => {
    if (number < n) return
    dead.give()
    return unresolved()
  }
  const process = await startProcess(await newChain(chosen), chosen, place(end))
  expect(await live(process, dead.given)).toBe(false)
  return reopen(process, chosen + n)
}

function files(at: { before?: At; after?: At }) {
  return { files: Object.assign(new CrashingFiles(), at) }
}

const asked: string[] = []
const calm = await startProcess(await newChain(chosen), chosen, {
  wrap: (daemon) => numbered(daemon, {}, asked),
})
await live(calm)
/** What is stored after each write of a life without accidents: nothing else may ever be found. */
const boundaries = await Promise.all(calm.files.history.map(storedState))
const writes = boundaries.map((_, at) => at + 1)
const questions = asked.map((name, at): [number, string] => [at + 1, name])

describe('a wallet whose process dies', () => {
  test('makes at least 12 writes and sends a transaction', () => {
    expect(writes.length).toBeGreaterThanOrEqual(12)
    expect(asked).toContain('send_raw_transaction')
  })

  test.each(writes)('before write %i keeps all earlier writes', async (n) => {
    const left = await leftAt((before) => files({ before }), n)
    if (n === 1) return expect(left.service.open('w', 'p')).rejects.toMatchObject({ code: -1 })
    expect(await storedState(left.files.contents.get('w')!)).toEqual(boundaries[n - 2])
    await expectSound(left, chosen + 1000)
  })

  test.each(writes)('after write %i keeps that write', async (n) => {
    const left = await leftAt((after) => files({ after }), n)
    expect(await storedState(left.files.contents.get('w')!)).toEqual(boundaries[n - 1])
    await expectSound(left, chosen + 1000)
  })

  test.each(questions)('before request %i, %s, has the state after a whole write', async (n) => {
    const places: string[] = []
    const left = await leftAt(
      (before) => ({ wrap: (daemon) => numbered(daemon, { before }, places) }),
      n,
    )
    expect(boundaries).toContainEqual(await storedState(left.files.contents.get('w')!))
    await expectSound(left, chosen + 1000)
  })

  test.each(questions)('after request %i, %s, has the state after a whole write', async (n) => {
    const places: string[] = []
    const left = await leftAt(
      (after) => ({ wrap: (daemon) => numbered(daemon, { after }, places) }),
      n,
    )
    expect(boundaries).toContainEqual(await storedState(left.files.contents.get('w')!))
    await expectSound(left, chosen + 1000)
  })
})

describe('a wallet whose storage fails', () => {
  test.each(writes)('error: at write %i nothing changes, and later writes succeed', async (n) => {
    // Until it is opened again: a payment that was sent outlives the write that failed after it.
    let full = true
    const failing = files({
      before: (write) => {
        if (full && write >= n) throw new Error('disk full')
      },
    })
    const process = await startProcess(await newChain(chosen), chosen, failing)
    await live(process).catch(() => undefined)
    const { wallet, ports } = process.service
    if (!wallet) return expect(await ports.files.list()).toEqual([])
    expect(allTables(wallet.store)).toEqual(boundaries[n - 2])
    expect(await storedState(failing.files.contents.get('w')!)).toEqual(boundaries[n - 2])
    await process.service.close()
    full = false
    await expectSound(await reopen(process, chosen + n), chosen + 1000)
  })
})
