import { describe, expect, test } from 'vitest'
import { SerialQueue } from '#protocol/serial-queue.ts'

describe('SerialQueue', () => {
  test('runs one task at a time, in order', async () => {
    const turns = new SerialQueue()
    const steps: string[] = []
    const task = (name: string, waits: number) => async () => {
      steps.push(`${name} begins`)
      for (let i = 0; i < waits; i++) await Promise.resolve()
      steps.push(`${name} ends`)
      return name
    }
    const done = await Promise.all([turns.take(task('a', 9)), turns.take(task('b', 0))])
    expect(done).toEqual(['a', 'b'])
    expect(steps).toEqual(['a begins', 'a ends', 'b begins', 'b ends'])
  })

  test('a failed task rejects only for its caller', async () => {
    const turns = new SerialQueue()
    const failed = turns.take(() => Promise.reject(new Error('no')))
    const next = turns.take(() => 'next')
    await expect(failed).rejects.toThrow('no')
    expect(await next).toBe('next')
  })
})
