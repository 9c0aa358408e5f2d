import { describe, expect, test } from 'vitest'
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
