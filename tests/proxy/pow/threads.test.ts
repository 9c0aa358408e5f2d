import { describe, expect, test } from 'vitest'
import { Thread } from '../../../proxy/pow/threads.ts'
import { ProofOfWorkError } from '../../../proxy/pow/types.ts'
import { KeyJobs, WorkThreads } from '../../support/wasm/work-threads.ts'

class PendingJobs extends KeyJobs {
  override hash = () => new Promise<Uint8Array>(() => undefined)
}
class FailingJobs extends KeyJobs {
  override hash = () => Promise.reject(new Error('data too short'))
}

const context = { majorVersion: 16, height: 0n, seedHash: new Uint8Array(32) }
const hashed = (thread: Thread) => thread.do((jobs) => jobs.hash(new Uint8Array(), context))

describe('do', () => {
  test('returns the answer of the thread', async () => {
    const thread = new Thread(new WorkThreads(() => new KeyJobs()).start)
    await thread.do((jobs) => jobs.prepare(new Uint8Array([1, 2]), 1))
    expect(await hashed(thread)).toEqual(new Uint8Array([1, 2]))
  })

  test('error: the call fails', async () => {
    const thread = new Thread(new WorkThreads(() => new FailingJobs()).start)
    await expect(hashed(thread)).rejects.toThrow(
      new ProofOfWorkError('No proof of work: data too short'),
    )
    expect(thread.ended).toBe(false)
  })

  test('error: the thread fails before it answers', async () => {
    const threads = new WorkThreads(() => new PendingJobs())
    const thread = new Thread(threads.start)
    const hash = hashed(thread)
    threads.started[0]!.fail('Worker terminated due to reaching memory limit')
    await expect(hash).rejects.toThrow(
      new ProofOfWorkError('No proof of work: Worker terminated due to reaching memory limit'),
    )
    expect(thread.ended).toBe(true)
  })
})

describe('end', () => {
  test('ends the thread, and calls of it fail', async () => {
    const threads = new WorkThreads(() => new PendingJobs())
    const thread = new Thread(threads.start)
    const hash = hashed(thread)
    const ended = thread.end()
    await expect(hash).rejects.toThrow('No proof of work: the thread was ended')
    await ended
    expect([thread.ended, threads.running.size]).toEqual([true, 0])
    await expect(hashed(thread)).rejects.toThrow('No proof of work: the thread was ended')
    await thread.end()
  })
})
