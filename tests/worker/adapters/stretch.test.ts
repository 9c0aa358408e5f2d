import { bytesToHex } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import {
  inScript,
  stretchPassword,
  stretchTask,
  threadedStretch,
  type StretchTask,
} from '../../../worker/adapters/stretch.ts'
import type { TaskThread } from '../../../worker/adapters/task-thread.ts'

const salt = new Uint8Array(32).fill(7)
const cost = { memoryKiB: 64, iterations: 2, parallelism: 2 }

describe('stretchPassword', () => {
  test.each(['', 'correct horse', 'Пароль \u{1f511}'])(
    'returns the same in WebAssembly and in JavaScript: %j',
    async (password) => {
      const expected = await inScript(new TextEncoder().encode(`nightjar ${password}`), salt, cost)
      expect(bytesToHex(await stretchPassword(password, salt, cost))).toBe(bytesToHex(expected))
    },
  )

  test('differs by password, salt and each part of the cost', async () => {
    const others = await Promise.all([
      stretchPassword('a', salt, cost),
      stretchPassword('b', salt, cost),
      stretchPassword('a', new Uint8Array(32), cost),
      stretchPassword('a', salt, { ...cost, memoryKiB: 128 }),
      stretchPassword('a', salt, { ...cost, iterations: 3 }),
      stretchPassword('a', salt, { ...cost, parallelism: 1 }),
    ])
    expect(new Set(others.map(bytesToHex)).size).toBe(6)
  })
})

/** Threads whose reports the test posts. */
function threads() {
  const started: {
    task: StretchTask
    report: (key: unknown) => void
    fail: () => void
    isEnded: boolean
  }[] = []
  const start = (): TaskThread => {
    const thread: (typeof started)[number] = {
      task: { password: new Uint8Array(), salt, cost },
      report: () => {},
      fail: () => {},
      isEnded: false,
    }
    started.push(thread)
    return {
      post: (task, buffers) =>
        (thread.task = structuredClone(task, { transfer: buffers }) as StretchTask),
      listen(received, ended) {
        thread.report = received
        thread.fail = ended
      },
      end: () => void (thread.isEnded = true),
    }
  }
  return { started, start }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

describe('threadedStretch', () => {
  test('hashes in one thread at a time, each of which ends', async () => {
    const { started, start } = threads()
    const stretch = threadedStretch(start)
    const keys = ['a', 'b'].map((password) => stretch(password, salt, cost))
    for (const at of [0, 1]) {
      await turn()
      expect(started).toHaveLength(at + 1)
      started[at]!.report(await stretchTask(started[at]!.task))
      expect(await keys[at]).toEqual(await stretchPassword('ab'[at]!, salt, cost))
    }
    expect(started.map(({ isEnded }) => isEnded)).toEqual([true, true])
  })

  test('the thread wipes its password', async () => {
    const { started, start } = threads()
    const key = threadedStretch(start)('a', salt, cost)
    await turn()
    const { task, report } = started[0]!
    expect(task.password).toEqual(new TextEncoder().encode('nightjar a'))
    report(await stretchTask(task))
    await key
    expect(task.password).toEqual(new Uint8Array(10))
  })

  test.each(['cannot start', 'fails'])(
    'error: where the thread %s, this thread hashes',
    async (how) => {
      const { started, start } = threads()
      const key = threadedStretch(start)('a', salt, cost)
      await turn()
      const { report, fail } = started[0]!
      if (how === 'fails')
        report(await stretchTask({ ...started[0]!.task, salt: new Uint8Array(1) }))
      else fail()
      expect(await key).toEqual(await stretchPassword('a', salt, cost))
      expect(started[0]!.isEnded).toBe(true)
    },
  )
})
