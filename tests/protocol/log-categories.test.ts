import { describe, expect, test } from 'vitest'
import { LogCategories } from '#protocol/log-categories.ts'

describe('LogCategories', () => {
  test('error: invalid levels change nothing', () => {
    const log = new LogCategories()
    log.set('*:DEBUG')
    expect([log.setLevel(-1), log.setLevel(5)]).toEqual([false, false])
    log.set('9')
    expect(log.text).toBe('*:DEBUG')
  })

  test('categories may follow a level', () => {
    const log = new LogCategories()
    log.set('2,net:FATAL')
    expect(log.text).toBe('*:DEBUG,net:FATAL')
  })
})
