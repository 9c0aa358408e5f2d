import { expect, test } from 'vitest'
import { RpcError } from '#protocol/errors.ts'
import { Task } from '../../../web/state/task.svelte.ts'

test('a task runs once at a time, and reports why it failed', async () => {
  const task = new Task()
  let runs = 0
  let end = () => {}
  const first = task.run(() => {
    runs++
    return new Promise((resolve) => (end = resolve))
  })
  await task.run(async () => void runs++)
  expect([runs, task.busy]).toEqual([1, true])
  end()
  await first
  expect(task).toMatchObject({ busy: false, error: undefined })
  await task.run(() => Promise.reject(new RpcError('NOT_OPEN', 'No wallet file')))
  expect(task).toMatchObject({ busy: false, error: 'The wallet was closed in the meantime.' })
})

test('a task explains errors in its own words', async () => {
  const task = new Task((error) => `Mining failed: ${(error as Error).message}`)
  await task.run(() => Promise.reject(new Error('no node')))
  expect(task).toMatchObject({ busy: false, error: 'Mining failed: no node' })
})
