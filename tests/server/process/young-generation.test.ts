import { once } from 'node:events'
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { afterAll, expect, test } from 'vitest'
import { limitYoungGeneration } from '../../../server/process/young-generation.ts'

afterAll(() => setFlagsFromString('--max-semi-space-size=16'))

/** The space of young objects in bytes, in a thread of its own that has kept many of them for a while. */
async function spaceAfterWork(): Promise<number> {
  const thread = new Worker(
    `const recent = []
    for (let round = 0; round < 20; round++)
      recent[round % 3] = Array.from({ length: 100_000 }, (_, number) => ({ number }))
    const spaces = require('node:v8').getHeapSpaceStatistics()
    const { space_size } = spaces.find(({ space_name }) => space_name === 'new_space')
    require('node:worker_threads').parentPort.postMessage(space_size)`,
    { eval: true },
  )
  const [bytes] = (await once(thread, 'message')) as [number]
  return bytes
}

test('the space of young objects stays small', async () => {
  expect(await spaceAfterWork()).toBeGreaterThan(3e6)
  limitYoungGeneration()
  expect(await spaceAfterWork()).toBeLessThanOrEqual(3e6)
})
