import { describe, expect, test } from 'vitest'
import { ReadAhead } from '../../../../worker/engine/download/read-ahead.ts'

const MiB = 1024 * 1024

/** Answers that a test applies, and the pauses. */
function scene() {
  const clock = {
    ms: 1000,
    now: () => 0n,
    monotonicMs: () => clock.ms,
    sleep: async (ms: number) => void slept.push(ms),
  }
  const slept: number[] = []
  const ahead = new ReadAhead(clock)
  const apply: (() => void)[] = []
  const add = (bytes: number) =>
    ahead.add({ bytes, applied: new Promise<void>((resolve) => apply.push(resolve)) })
  const isRoom = async () => {
    let is = false
    const room = ahead.makeRoom().then(() => (is = true))
    await new Promise((resolve) => setImmediate(resolve))
    return { is: () => is, room }
  }
  return { ahead, clock, slept, apply, add, isRoom }
}

describe('requests', () => {
  test('do not wait while 32 MB are held, nor after a single answer', async () => {
    const { ahead, add, slept } = scene()
    add(40 * MiB)
    await ahead.makeRoom()
    const small = scene()
    for (let answers = 0; answers < 32; answers++) {
      small.add(MiB)
      await small.ahead.makeRoom()
    }
    expect([slept, small.slept]).toEqual([[], []])
  })

  test('then wait until the oldest answers are applied, and until the next quarter of a second', async () => {
    const { add, apply, clock, slept, isRoom } = scene()
    for (const bytes of [10, 10, 20, 12]) add(bytes * MiB)
    const { is, room } = await isRoom()
    expect(is()).toBe(false)
    apply[0]!()
    await new Promise((resolve) => setImmediate(resolve))
    expect(is()).toBe(false)
    clock.ms += 610
    apply[1]!()
    await room
    expect(slept).toEqual([140])
    expect((await isRoom()).is()).toBe(true)
  })

  test('keep two answers at most when these are large', async () => {
    const { add, apply, isRoom, slept } = scene()
    for (const bytes of [40, 50]) add(bytes * MiB)
    const { is, room } = await isRoom()
    expect(is()).toBe(false)
    apply[0]!()
    await room
    expect(slept).toEqual([250])
  })

  test('error: an answer cannot be applied', async () => {
    const { ahead } = scene()
    const applied = Promise.reject(new Error('disk full'))
    for (let answers = 0; answers < 2; answers++) ahead.add({ bytes: 20 * MiB, applied })
    await expect(ahead.makeRoom()).rejects.toThrow('disk full')
  })
})
