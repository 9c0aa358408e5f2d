import { describe, expect, test } from 'vitest'
import { ThreadGroup } from '../../../proxy/pow/thread-group.ts'
import { KeyJobs, WorkThreads } from '../../support/wasm/work-threads.ts'

const key = new Uint8Array(32).fill(5)
const seed = { key, lanes: 9 }
const context = { majorVersion: 16, height: 0n, seedHash: key }
const blob = new Uint8Array(76)

/** The lanes of the running threads of searches, in the order of their starts. */
const lanesOf = (threads: WorkThreads<KeyJobs>) =>
  [...threads.running].map(({ jobs }) => jobs.lane).filter((lane) => lane !== 0)

/** Whether a value holds a handle on memory that threads share. */
const holdsMemory = (value: unknown): boolean =>
  value instanceof WebAssembly.Memory ||
  value instanceof SharedArrayBuffer ||
  (ArrayBuffer.isView(value) && holdsMemory(value.buffer)) ||
  (typeof value === 'object' && value !== null && Object.values(value).some(holdsMemory))

describe('hash', () => {
  test('waits until the first thread has made the seed', async () => {
    const threads = new WorkThreads(() => new KeyJobs())
    const group = new ThreadGroup(threads.start, seed)
    expect(await group.hash(blob, context)).toEqual(key)
    expect(threads.started).toHaveLength(1)
  })

  test('without a seed makes none', async () => {
    const threads = new WorkThreads(() => new KeyJobs())
    const group = new ThreadGroup(threads.start, undefined)
    expect(await group.hash(blob, context)).toEqual(new Uint8Array())
    expect(threads.started[0]!.jobs.lane).toBeUndefined()
  })

  test('error: the seed cannot be made; the group is not usable', async () => {
    class FullJobs extends KeyJobs {
      override prepare = () => Promise.reject(new Error('allocation failed'))
    }
    const group = new ThreadGroup(new WorkThreads(() => new FullJobs()).start, seed)
    expect(group.isUsable).toBe(true)
    await expect(group.hash(blob, context)).rejects.toThrow('No proof of work: allocation failed')
    expect(group.isUsable).toBe(false)
  })

  test('error: the first thread fails; the group is not usable', async () => {
    const threads = new WorkThreads(() => new KeyJobs())
    const group = new ThreadGroup(threads.start, seed)
    await group.hash(blob, context)
    threads.started[0]!.fail('out of memory')
    await expect(group.hash(blob, context)).rejects.toThrow('No proof of work: out of memory')
    expect(group.isUsable).toBe(false)
  })
})

describe('searchers', () => {
  test('are started, kept and ended; each has its own lane of the seed', async () => {
    const threads = new WorkThreads(() => new KeyJobs())
    const group = new ThreadGroup(threads.start, seed)
    const first = await group.searchers(2)
    expect([group.searcherCount, lanesOf(threads)]).toEqual([2, [1, 2]])
    expect([...threads.running].every(({ jobs }) => jobs.key.join() === key.join())).toBe(true)
    expect(await group.searchers(3)).toEqual([...first, expect.anything()])
    expect(lanesOf(threads)).toEqual([1, 2, 3])
    expect(await group.searchers(1)).toEqual(first.slice(0, 1))
    expect(lanesOf(threads)).toEqual([1])
    await group.searchers(2)
    expect(lanesOf(threads)).toEqual([1, 2])
  })

  test('receive the seed from the first thread, and nothing of it passes the starting thread', async () => {
    const threads = new WorkThreads(() => new KeyJobs())
    const group = new ThreadGroup(threads.start, seed)
    await group.searchers(2)
    await group.hash(blob, context)
    // The answers to four calls of the first thread and to one of each other thread.
    expect(threads.messages).toHaveLength(6)
    expect(threads.messages.filter(holdsMemory)).toEqual([])
  })

  test('without a seed have no lanes', async () => {
    const threads = new WorkThreads(() => new KeyJobs())
    await new ThreadGroup(threads.start, undefined).searchers(2)
    expect([...threads.running].map(({ jobs }) => jobs.lane)).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })

  test('are all replaced after one has failed', async () => {
    const threads = new WorkThreads(() => new KeyJobs())
    const group = new ThreadGroup(threads.start, seed)
    await group.searchers(2)
    threads.started[1]!.fail('out of memory')
    await group.searchers(2)
    expect([threads.started.length, threads.running.size]).toEqual([5, 3])
    expect(lanesOf(threads)).toEqual([1, 2])
  })

  test('start when the threads that had their lanes have ended', async () => {
    const threads = new WorkThreads(() => new KeyJobs())
    const group = new ThreadGroup(threads.start, seed)
    await group.searchers(2)
    const ending = group.endSearchers()
    expect([group.searcherCount, threads.running.size]).toEqual([0, 3])
    const starting = group.searchers(1)
    expect(threads.started).toHaveLength(3)
    await Promise.all([ending, starting])
    expect([threads.started.length, threads.running.size]).toEqual([4, 2])
  })

  test('error: a thread fails before it has the seed; none is left', async () => {
    class PendingJobs extends KeyJobs {
      override join = () => new Promise<void>(() => undefined)
    }
    const threads = new WorkThreads((index) => (index === 2 ? new PendingJobs() : new KeyJobs()))
    const group = new ThreadGroup(threads.start, seed)
    const starting = group.searchers(2)
    const refused = expect(starting).rejects.toThrow('No proof of work: out of memory')
    await expect.poll(() => threads.started.length).toBe(3)
    threads.started[2]!.fail('out of memory')
    await refused
    expect([group.searcherCount, threads.running.size]).toEqual([0, 1])
    expect(group.isUsable).toBe(true)
  })

  test('error: the seed cannot be made; none is left', async () => {
    class FullJobs extends KeyJobs {
      override prepare = () => Promise.reject(new Error('allocation failed'))
    }
    const threads = new WorkThreads((index) => (index === 0 ? new FullJobs() : new KeyJobs()))
    const group = new ThreadGroup(threads.start, seed)
    await expect(group.searchers(2)).rejects.toThrow('No proof of work: allocation failed')
    expect(threads.running.size).toBe(1)
  })
})

describe('end', () => {
  test('ends all threads, and none starts again', async () => {
    const threads = new WorkThreads(() => new KeyJobs())
    const group = new ThreadGroup(threads.start, seed)
    await group.searchers(2)
    await group.end()
    expect([threads.running.size, group.searcherCount, group.isUsable]).toEqual([0, 0, false])
    await expect(group.searchers(2)).rejects.toThrow('No proof of work: the threads were ended')
    await expect(group.hash(blob, context)).rejects.toThrow('No proof of work')
    expect(threads.running.size).toBe(0)
  })
})
