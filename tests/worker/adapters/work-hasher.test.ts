import { describe, expect, test } from 'vitest'
import type { TaskThread } from '../../../worker/adapters/task-thread.ts'
import { workHash } from '../../../worker/adapters/work-hasher.ts'
import type { WorkInput } from '../../../worker/engine/base/ports.ts'

const never = new Promise<void>(() => undefined)
const input = (first: number): WorkInput => ({
  blob: Uint8Array.of(first),
  seedId: new Uint8Array(32),
})
const hashOf = ({ blob }: WorkInput) => new Uint8Array(32).fill(blob[0]!)

/** Threads that answer when they are told to. */
function threads() {
  const started: {
    inputs: readonly WorkInput[]
    report: (report: unknown) => void
    fail: () => void
    isEnded: boolean
  }[] = []
  const start = (): TaskThread => {
    const thread = {
      inputs: [] as readonly WorkInput[],
      report: (_: unknown) => {},
      fail: () => {},
      isEnded: false,
    }
    started.push(thread)
    return {
      post: (inputs) => (thread.inputs = inputs as readonly WorkInput[]),
      listen(received, ended) {
        thread.report = received
        thread.fail = ended
      },
      end: () => void (thread.isEnded = true),
    }
  }
  const answer = (at: number) => {
    const { inputs, report } = started[at]!
    report({ hashes: inputs.map(hashOf) })
  }
  return { started, start, answer }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

describe('workHash', () => {
  test('starts a thread for each task, one at a time, and ends it', async () => {
    const { started, start, answer } = threads()
    const hash = workHash(start)
    const first = hash([input(1), input(2)], never)
    const second = hash([input(3)], never)
    await turn()
    expect(started).toHaveLength(1)
    answer(0)
    expect(await first).toEqual([hashOf(input(1)), hashOf(input(2))])
    expect(started[0]!.isEnded).toBe(true)
    await turn()
    answer(1)
    expect(await second).toEqual([hashOf(input(3))])
    expect(started.map(({ isEnded }) => isEnded)).toEqual([true, true])
  })

  test('hashes a block once, also for another wallet', async () => {
    const { started, start, answer } = threads()
    const hash = workHash(start)
    const first = hash([input(1), input(2)], never)
    await turn()
    answer(0)
    await first
    const second = hash([input(2), input(5), input(1)], never)
    await turn()
    expect(started[1]!.inputs).toEqual([input(5)])
    answer(1)
    expect(await second).toEqual([input(2), input(5), input(1)].map(hashOf))
    await hash([input(1)], never)
    expect(started).toHaveLength(2)
  })

  test('error: the thread reports why it failed, and the next task starts another', async () => {
    const { started, start, answer } = threads()
    const hash = workHash(start)
    const failed = hash([input(1)], never)
    await turn()
    started[0]!.report({ error: 'no memory' })
    await expect(failed).rejects.toThrow('no memory')
    const dead = hash([input(1)], never)
    await turn()
    started[1]!.fail()
    await expect(dead).rejects.toThrow('the thread that hashes has ended')
    const again = hash([input(1)], never)
    await turn()
    answer(2)
    expect(await again).toEqual([hashOf(input(1))])
    expect(started.every(({ isEnded }) => isEnded)).toBe(true)
  })

  test('error: a task that is ended early ends its thread, and starts none while it waits', async () => {
    const { started, start } = threads()
    const hash = workHash(start)
    let end = () => {}
    const ended = new Promise<void>((resolve) => (end = resolve))
    const running = hash([input(1)], ended)
    const waiting = hash([input(2)], ended)
    await turn()
    end()
    await expect(running).rejects.toThrow('the task was stopped')
    await expect(waiting).rejects.toThrow('the task was stopped')
    expect(started.map(({ isEnded }) => isEnded)).toEqual([true])
  })
})
