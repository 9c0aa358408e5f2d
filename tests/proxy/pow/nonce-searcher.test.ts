import { afterEach, describe, expect, test } from 'vitest'
import { cryptonight } from '#protocol/cryptonight/variants.ts'
import { checkHash } from '#protocol/rules/difficulty.ts'
import { ThreadedNonceSearcher } from '../../../proxy/pow/nonce-searcher.ts'
import { ThreadGroups } from '../../../proxy/pow/thread-groups.ts'
import { ThreadJobs } from '../../../proxy/pow/thread-jobs.ts'
import { ProofOfWorkError } from '../../../proxy/pow/types.ts'
import { powModule } from '../../support/wasm/randomx-machine.ts'
import { KeyJobs, WorkThreads, type Jobs } from '../../support/wasm/work-threads.ts'

/** Searches until its thread ends. */
class EndlessJobs extends KeyJobs {
  override search = () => new Promise<number | undefined>(() => undefined)
}

const blob = new Uint8Array(76)
blob.set([16, 16, 1])
const nonceAt = 35
const jobOf = (majorVersion: number, difficulty: bigint, seed = 7) => ({
  blob,
  context: { majorVersion, height: 1n, seedHash: new Uint8Array(32).fill(seed) },
  difficulty,
})
const randomX = (seed?: number) => jobOf(16, 2n, seed)

const opened: ThreadGroups[] = []
afterEach(() => Promise.all(opened.splice(0).map((groups) => groups.close())))

function setUp<J extends Jobs>(jobs: (index: number) => J) {
  const threads = new WorkThreads(jobs)
  const groups = new ThreadGroups(threads.start, { lanes: 9, idleMs: 60_000 })
  opened.push(groups)
  return { threads, searcher: new ThreadedNonceSearcher(groups, 8) }
}

describe('search', () => {
  test.each([1, 2, 3])('with %i threads finds the lowest nonce that solves', async (count) => {
    const { threads, searcher } = setUp(() => new ThreadJobs(powModule(), () => undefined))
    const nonce = await searcher.search(jobOf(1, 3n), count)
    const solves = (tried: number) => {
      const solved = blob.slice()
      new DataView(solved.buffer).setUint32(nonceAt, tried, true)
      return checkHash(cryptonight(solved, 0, 1n), 3n)
    }
    const tried = Array.from({ length: nonce! + 1 }, (_, index) => index)
    expect(tried.map(solves)).toEqual(tried.map((each) => each === nonce))
    expect(searcher.hashRate).toBeGreaterThan(0)
    expect(threads.running.size).toBe(1 + count)
  })

  test('keeps its threads for the next job with the same seed', async () => {
    const { threads, searcher } = setUp(() => new KeyJobs())
    await searcher.search(randomX(), 2)
    await searcher.search(randomX(), 2)
    expect(threads.started).toHaveLength(3)
  })

  test('ends the threads of the last seed for a job with another seed', async () => {
    const { threads, searcher } = setUp(() => new KeyJobs())
    await searcher.search(randomX(1), 2)
    await searcher.search(randomX(2), 2)
    const running = [...threads.running].map(({ jobs }) => [jobs.key[0], jobs.lane])
    expect(running).toEqual([
      [1, 0],
      [2, 0],
      [2, 1],
      [2, 2],
    ])
  })

  test('aborts the search before it', async () => {
    const { threads, searcher } = setUp((index) =>
      index === 1 ? new EndlessJobs() : new KeyJobs(),
    )
    const first = searcher.search(randomX(), 1)
    await expect.poll(() => threads.started[1]?.jobs.lane).toBe(1)
    const second = searcher.search(randomX(), 1)
    expect(await first).toBeUndefined()
    // The thread of the first one never answers.
    searcher.stop()
    expect(await second).toBeUndefined()
    expect(await searcher.search(randomX(), 1)).toBe(0)
  })

  test('does not search at difficulty 1', async () => {
    const { threads, searcher } = setUp(() => new KeyJobs())
    expect(await searcher.search(jobOf(16, 1n), 1)).toBe(0)
    expect(threads.started).toHaveLength(0)
  })

  test('error: a thread fails; none is left, and the next search succeeds', async () => {
    const { threads, searcher } = setUp((index) =>
      index === 1 ? new EndlessJobs() : new KeyJobs(),
    )
    const search = searcher.search(randomX(), 2)
    const refused = expect(search).rejects.toThrow(
      new ProofOfWorkError('No proof of work: out of memory'),
    )
    await expect.poll(() => threads.started[1]?.jobs.lane).toBe(1)
    threads.started[1]!.fail('out of memory')
    await refused
    expect([threads.running.size, searcher.hashRate]).toEqual([1, 0])
    expect(await searcher.search(randomX(), 2)).toBe(0)
  })

  test.each([0, 9, 1.5])('error: %f threads', async (count) => {
    const { searcher } = setUp(() => new KeyJobs())
    await expect(searcher.search(randomX(), count)).rejects.toThrow(
      new ProofOfWorkError('Mining takes 1 to 8 threads'),
    )
  })
})

describe('stop', () => {
  test('aborts the search and ends its threads; the seed stays', async () => {
    const { threads, searcher } = setUp(() => new EndlessJobs())
    const search = searcher.search(randomX(), 2)
    await expect.poll(() => threads.started[2]?.jobs.lane).toBe(2)
    searcher.stop()
    expect([await search, searcher.hashRate]).toEqual([undefined, 0])
    await expect.poll(() => [...threads.running].map(({ jobs }) => jobs.lane)).toEqual([0])
  })

  test('while the seed is made leaves no thread of the search', async () => {
    let finish!: () => void
    const made = new Promise<void>((resolve) => (finish = resolve))
    const { threads, searcher } = setUp(() => {
      const jobs = new KeyJobs()
      jobs.prepare = () => made
      return jobs
    })
    const search = searcher.search(randomX(), 2)
    await expect.poll(() => threads.started.length).toBe(3)
    searcher.stop()
    expect(await search).toBeUndefined()
    finish()
    await expect.poll(() => threads.running.size).toBe(1)
    expect(threads.started).toHaveLength(3)
  })

  test('before the threads start leaves none', async () => {
    const { threads, searcher } = setUp(() => new KeyJobs())
    const search = searcher.search(randomX(), 2)
    searcher.stop()
    expect(await search).toBeUndefined()
    expect(await searcher.search(randomX(), 1)).toBe(0)
    expect(threads.running.size).toBe(2)
  })

  test('while threads end that are too many leaves none', async () => {
    const { threads, searcher } = setUp(() => new KeyJobs())
    for (let turns = 0; turns < 60; turns++) {
      await searcher.search(randomX(), 3)
      const fewer = searcher.search(randomX(), 1)
      // At every stage before two threads have ended.
      for (let turn = 0; turn < turns; turn++) await undefined
      searcher.stop()
      expect(await fewer).toBeUndefined()
      await expect.poll(() => [...threads.running].map(({ jobs }) => jobs.lane)).toEqual([0])
    }
  })

  test('repeated leaves nothing but the seed', async () => {
    const { threads, searcher } = setUp(() => new EndlessJobs())
    for (let round = 0; round < 20; round++) {
      const search = searcher.search(randomX(), 2)
      // At every stage of a start.
      for (let turn = 0; turn < round; turn++) await new Promise((resolve) => setImmediate(resolve))
      searcher.stop()
      expect(await search).toBeUndefined()
    }
    await expect.poll(() => [...threads.running].map(({ jobs }) => jobs.lane)).toEqual([0])
  })
})
