import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ThreadGroup } from '../../../proxy/pow/thread-group.ts'
import { ThreadGroups } from '../../../proxy/pow/thread-groups.ts'
import { ProofOfWorkError } from '../../../proxy/pow/types.ts'
import { KeyJobs, WorkThreads } from '../../support/wasm/work-threads.ts'

const idleMs = 5000
const keyOf = (fill: number) => new Uint8Array(32).fill(fill)

let threads: WorkThreads<KeyJobs>
let groups: ThreadGroups
/** The largest number of threads that ran at a time. */
let most: number

function setUp(jobs: (index: number) => KeyJobs = () => new KeyJobs()) {
  most = 0
  threads = new WorkThreads((index) => {
    most = Math.max(most, threads.running.size + 1)
    return jobs(index)
  })
  groups = new ThreadGroups(threads.start, { lanes: 2, idleMs })
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  setUp()
})
afterEach(async () => {
  await groups.close()
  vi.useRealTimers()
})

/** The keys of the seeds in memory, by their first byte. */
const alive = () => [...threads.running].map(({ jobs }) => jobs.key[0])

/** Hashes with a seed, to the first byte of its key. */
const hashed = (fill: number) =>
  groups.use(keyOf(fill), async (group) => {
    const context = { majorVersion: 16, height: 0n, seedHash: keyOf(fill) }
    return (await group.hash(new Uint8Array(76), context))[0]
  })

/** Uses the group of a seed until `release` is called. */
function held(key: Uint8Array | undefined) {
  let release!: () => void
  const released = new Promise<void>((resolve) => (release = resolve))
  let isIn = false
  const done = groups.use(key, async () => {
    isIn = true
    await released
  })
  return { release, done, isIn: () => isIn }
}

describe('use', () => {
  test('makes a seed once, also for calls at the same time', async () => {
    expect(await Promise.all([hashed(1), hashed(1)])).toEqual([1, 1])
    expect(await hashed(1)).toBe(1)
    expect(threads.started).toHaveLength(1)
  })

  test('keeps the two seeds that were used last', async () => {
    for (const fill of [1, 2, 1, 3]) expect(await hashed(fill)).toBe(fill)
    expect(alive()).toEqual([1, 3])
    await hashed(1)
    expect(threads.started).toHaveLength(3)
  })

  test('never has three seeds in memory', async () => {
    const fills = Array.from({ length: 40 }, (_, index) => index % 7)
    expect(await Promise.all(fills.map(hashed))).toEqual(fills)
    expect(most).toBe(2)
  })

  test('ends a group only when no call uses it; another seed waits', async () => {
    const [first, second] = [held(keyOf(1)), held(keyOf(2))]
    await expect.poll(() => [first.isIn(), second.isIn()]).toEqual([true, true])
    const third = hashed(3)
    await new Promise((resolve) => setImmediate(resolve))
    expect(alive()).toEqual([1, 2])
    second.release()
    expect(await third).toBe(3)
    expect(alive()).toEqual([1, 3])
    first.release()
    await first.done
  })

  test('hashes without a seed next to two seeds', async () => {
    await Promise.all([hashed(1), hashed(2)])
    await groups.use(undefined, async () => undefined)
    await groups.use(undefined, async () => undefined)
    expect(alive()).toEqual([1, 2, undefined])
    await hashed(3)
    expect(alive()).toEqual([2, undefined, 3])
  })

  test('error: the seed fails; its thread is ended, and the next call makes it', async () => {
    await groups.close()
    setUp((index) => {
      const jobs = new KeyJobs()
      if (index === 0) jobs.prepare = () => Promise.reject(new Error('allocation failed'))
      return jobs
    })
    const failed = { status: 'rejected', reason: expect.any(ProofOfWorkError) }
    expect(await Promise.allSettled([hashed(1), hashed(1)])).toEqual([failed, failed])
    await expect.poll(() => threads.running.size).toBe(0)
    expect(await hashed(1)).toBe(1)
    expect(threads.started).toHaveLength(2)
  })

  test('error: a thread has failed meanwhile; the next call makes the seed again', async () => {
    let used: ThreadGroup | undefined
    await groups.use(keyOf(1), async (group) => {
      used = group
      await group.searchers(1)
    })
    threads.started[0]!.fail('out of memory')
    expect(await hashed(1)).toBe(1)
    expect([used!.isUsable, threads.running.size]).toEqual([false, 1])
  })

  test('error: the work fails; the group is kept', async () => {
    const failing = groups.use(keyOf(1), () => Promise.reject(new Error('wrong data')))
    await expect(failing).rejects.toThrow('wrong data')
    await hashed(1)
    expect(threads.started).toHaveLength(1)
  })
})

describe('an unused group', () => {
  test('ends after the idle time', async () => {
    await Promise.all([hashed(1), groups.use(undefined, async () => undefined)])
    vi.advanceTimersByTime(idleMs - 1)
    await hashed(1)
    vi.advanceTimersByTime(idleMs - 1)
    await expect.poll(alive).toEqual([1])
    vi.advanceTimersByTime(1)
    await expect.poll(() => threads.running.size).toBe(0)
    expect(await hashed(1)).toBe(1)
    expect(threads.started).toHaveLength(3)
  })

  test('does not end while a call uses it', async () => {
    const one = held(keyOf(1))
    await hashed(1)
    vi.advanceTimersByTime(10 * idleMs)
    expect(await hashed(1)).toBe(1)
    one.release()
    await one.done
    expect(threads.started).toHaveLength(1)
  })
})

describe('close', () => {
  test('ends all threads; later calls and calls that wait fail', async () => {
    const [first, second] = [held(keyOf(1)), held(keyOf(2))]
    await expect.poll(() => [first.isIn(), second.isIn()]).toEqual([true, true])
    const refused = expect(hashed(3)).rejects.toThrow('No proof of work: the threads were ended')
    await groups.close()
    expect(threads.running.size).toBe(0)
    await refused
    await expect(hashed(1)).rejects.toThrow('No proof of work: the threads were ended')
    for (const { release, done } of [first, second]) {
      release()
      await done
    }
    expect([threads.running.size, threads.started.length]).toEqual([0, 2])
  })
})
