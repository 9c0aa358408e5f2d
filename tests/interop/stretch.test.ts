/**
 * The thread of Node that hashes passwords, as it is built into `dist/`.
 */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect } from 'vitest'
import { stretchPassword, threadedStretch } from '../../worker/adapters/stretch.ts'
import { nodeTask } from '../../worker/adapters/task-thread.ts'
import { test } from '../support/programs/test.ts'

const stretcher = new URL('../../dist/nightjar-stretcher.js', import.meta.url)
const salt = new Uint8Array(32).fill(7)
const cost = { memoryKiB: 1024, iterations: 2, parallelism: 1 }

test('a thread returns the key of a password, and ends', async () => {
  const exits: Promise<unknown>[] = []
  const reports: unknown[] = []
  const stretch = threadedStretch(() => {
    const thread = new Worker(stretcher)
    exits.push(once(thread, 'exit'))
    thread.on('message', (report) => reports.push(report))
    return nodeTask(thread)
  })
  for (const password of ['', 'correct horse', 'Пароль'])
    expect(await stretch(password, salt, cost)).toEqual(await stretchPassword(password, salt, cost))
  expect(await Promise.all(exits)).toHaveLength(3)
  // The keys are those of the threads.
  expect(reports.map((report) => report instanceof Uint8Array)).toEqual([true, true, true])
})
