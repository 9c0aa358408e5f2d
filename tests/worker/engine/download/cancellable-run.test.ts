import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, test, vi } from 'vitest'
import { Cancelled, Run } from '../../../../worker/engine/download/cancellable-run.ts'

const unresolved = new Promise<never>(() => {})

describe('Run', () => {
  test('returns the result or the error of the work', async () => {
    const run = new Run()
    await expect(run.until(Promise.resolve(7))).resolves.toBe(7)
    await expect(run.until(Promise.reject(new Error('disk full')))).rejects.toThrow('disk full')
    expect(() => run.check()).not.toThrow()
  })

  test('ends every pending wait when it is cancelled, though the work goes on', async () => {
    const run = new Run()
    const waits = [run.until(unresolved), run.until(unresolved)]
    run.cancel()
    for (const wait of waits) await expect(wait).rejects.toThrow(Cancelled)
  })

  test('stays cancelled', async () => {
    const run = new Run()
    run.cancel()
    run.cancel()
    expect(() => run.check()).toThrow(Cancelled)
    await expect(run.until(unresolved)).rejects.toThrow(Cancelled)
  })

  test('does not cancel another run', async () => {
    const [first, second] = [new Run(), new Run()]
    first.cancel()
    expect(() => second.check()).not.toThrow()
    await expect(second.until(Promise.resolve(7))).resolves.toBe(7)
  })
})

test('a result is not kept by its run', async () => {
  const run = new Run()
  const wait = async () => {
    const result = { bytes: new Uint8Array(1000) }
    await run.until(Promise.resolve(result))
    return new WeakRef(result)
  }
  const results = await Promise.all(Array.from({ length: 20 }, wait))
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  // An object stays until the end of the task that read its reference.
  await vi.waitFor(async () => {
    await new Promise((resolve) => setTimeout(resolve, 1))
    collectGarbage()
    expect(results.filter((result) => result.deref() !== undefined)).toEqual([])
  })
  run.check()
})
