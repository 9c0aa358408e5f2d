import { once } from 'node:events'
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { afterAll, expect, test } from 'vitest'
import { limitHeapGrowth } from '../../../server/process/heap-growth.ts'

afterAll(() => setFlagsFromString('--heap-growing-percent=0'))

/** The largest heap in bytes, of a thread of its own that replaces 20 MB of old objects again and again. */
async function mostAfterWork(): Promise<number> {
  const thread = new Worker(
    `const kept = []
    const { getHeapStatistics } = require('node:v8')
    let most = 0
    for (let round = 0; round < 200; round++) {
      for (let at = 0; at < 2000; at++) kept[(round * 2000 + at) % 20_000] = new Array(125).fill(round + 0.5)
      most = Math.max(most, getHeapStatistics().used_heap_size)
    }
    require('node:worker_threads').parentPort.postMessage(most)`,
    { eval: true },
  )
  const [bytes] = (await once(thread, 'message')) as [number]
  return bytes
}

test('a busy heap stays close to what is in use', async () => {
  const before = await mostAfterWork()
  limitHeapGrowth()
  const after = await mostAfterWork()
  expect(after).toBeLessThan(0.85 * before)
})
