/**
 * `test` for files that start programs: whatever they start is stopped when the file ends.
 *
 * Programs, servers and services register themselves with {@link atFileEnd}, so that a file has only to
 * start them; a test that fails leaves nothing running.
 *
 * @module
 */
import { test as base } from 'vitest'
import { stopAll } from './file-end.ts'

export const test = base.extend<{ $file: { stopped: true } }>({
  stopped: [
    async ({}, use) => {
      await use(true)
      await stopAll()
    },
    { scope: 'file', auto: true },
  ],
})

export const { beforeAll } = test
