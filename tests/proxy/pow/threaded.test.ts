import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { ThreadJobs } from '../../../proxy/pow/thread-jobs.ts'
import { nodeWork } from '../../../proxy/pow/threaded.ts'
import { powModule } from '../../support/wasm/randomx-machine.ts'
import { KeyJobs, WorkThreads } from '../../support/wasm/work-threads.ts'

const seedHash = new Uint8Array(32).fill(3)

describe('nodeWork', () => {
  test('hashes with the seed of the context, and ends its thread when it is unused', async () => {
    const threads = new WorkThreads(() => new KeyJobs())
    const { pow, close } = nodeWork(threads.start, { idleMs: 0 })
    const context = { majorVersion: 16, height: 1n, seedHash }
    expect(await pow.hash(new Uint8Array(76), context)).toEqual(seedHash)
    await expect.poll(() => threads.running.size).toBe(0)
    await close()
  })

  test('hashes old blocks without a seed', async () => {
    const threads = new WorkThreads(() => new ThreadJobs(powModule(), () => undefined))
    const { pow, close } = nodeWork(threads.start)
    const blob = utf8ToBytes('This is a test This is a test This is a test')
    const hash = await pow.hash(blob, { majorVersion: 8, height: 0n, seedHash })
    expect(bytesToHex(hash)).toBe(
      '353fdc068fd47b03c04b9431e005e00b68c2168a3cc7335c8b9b308156591a4f',
    )
    await close()
  })

  test('returns the fixed hash of block 202612 without a thread', async () => {
    const threads = new WorkThreads(() => new KeyJobs())
    const { pow } = nodeWork(threads.start)
    const hash = await pow.hash(new Uint8Array(), { majorVersion: 1, height: 202_612n, seedHash })
    expect(hash).toEqual(
      hexToBytes('84f64766475d51837ac9efbef1926486e58563c95a19fef4aec3254f03000000'),
    )
    expect(threads.started).toHaveLength(0)
  })

  test('close ends all threads', async () => {
    const threads = new WorkThreads(() => new KeyJobs())
    const { pow, miner, close } = nodeWork(threads.start)
    const context = { majorVersion: 16, height: 1n, seedHash }
    const blob = new Uint8Array(76)
    blob.set([16, 16, 1])
    await pow.hash(blob, context)
    await miner.search({ blob, context, difficulty: 2n }, 2)
    expect(threads.running.size).toBe(3)
    await close()
    expect(threads.running.size).toBe(0)
    await expect(pow.hash(blob, context)).rejects.toThrow('the threads were ended')
  })
})
