import { describe, expect, test } from 'vitest'
import { WakeLock } from '../../../web/background/wake-lock.ts'

/** A platform with locks; `state.isGranted` says whether it gives them. */
function scene() {
  const locks: { released: boolean; release: () => Promise<void> }[] = []
  const state = { isGranted: true }
  const wakeLock = new WakeLock(async () => {
    if (!state.isGranted) throw new Error('low battery')
    const lock = {
      released: false,
      release: async () => void (lock.released = true),
    }
    locks.push(lock)
    return lock
  })
  const held = () => locks.filter(({ released }) => !released).length
  return { wakeLock, locks, state, held }
}
const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('WakeLock', () => {
  test('holds one lock while it is wanted', async () => {
    const { wakeLock, locks, held } = scene()
    wakeLock.want(true)
    wakeLock.want(true)
    await settled()
    wakeLock.want(true)
    await settled()
    expect([locks.length, held()]).toEqual([1, 1])
    wakeLock.want(false)
    await settled()
    expect(held()).toBe(0)
  })

  test('is requested again after the platform ended it', async () => {
    const { wakeLock, locks, held } = scene()
    wakeLock.want(true)
    await settled()
    // The page was hidden.
    locks[0]!.released = true
    await wakeLock.renew()
    expect([locks.length, held()]).toEqual([2, 1])
  })

  test('is not requested again when the scan has ended', async () => {
    const { wakeLock, held } = scene()
    wakeLock.want(true)
    wakeLock.want(false)
    await settled()
    await wakeLock.renew()
    expect(held()).toBe(0)
  })

  test('error: the platform refuses', async () => {
    const { wakeLock, state, held } = scene()
    state.isGranted = false
    wakeLock.want(true)
    await settled()
    state.isGranted = true
    await wakeLock.renew()
    expect(held()).toBe(1)
  })

  test('error: a platform without locks', async () => {
    const wakeLock = new WakeLock(() => undefined)
    wakeLock.want(true)
    await settled()
    wakeLock.want(false)
  })
})
