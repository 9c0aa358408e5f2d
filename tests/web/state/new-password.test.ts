import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { graphicsCard, type Rating } from '../../../web/state/password-rating.ts'
import { NewPassword, RaterLoader } from '../../../web/state/new-password.svelte.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Rates "weak…" as weak; says by which names. */
const ratePassword = (password: string, names: readonly string[]): Rating => ({
  level: password.startsWith('weak') ? 1 : 3,
  text: `${password}, ${names.join()}`,
})
const loader = { load: async () => ratePassword }

/** Types as the screen does: in both fields, then it requests a rating. */
function typed(secret: NewPassword, text: string) {
  secret.text = secret.repeated = text
  return secret.rate(['mine'], graphicsCard)
}

describe('a new password', () => {
  test('is ready once it is rated after a pause, and repeated', async () => {
    const secret = new NewPassword(loader)
    expect(secret.ready).toBe(false)
    typed(secret, 'good')
    await vi.advanceTimersByTimeAsync(249)
    expect(secret).toMatchObject({ rating: undefined, ready: false })
    await vi.advanceTimersByTimeAsync(1)
    expect(secret).toMatchObject({ rating: { level: 3, text: 'good, mine' }, ready: true })
    secret.repeated = 'goo'
    expect(secret.ready).toBe(false)
  })

  test('is not ready while its last characters are not rated', async () => {
    const secret = new NewPassword(loader)
    const cancel = typed(secret, 'good')
    await vi.advanceTimersByTimeAsync(250)
    secret.text = secret.repeated = 'weak'
    expect(secret.ready).toBe(false)
    cancel()
    secret.rate([], graphicsCard)
    // The old rating stays on the screen until the new one replaces it.
    expect(secret.rating?.text).toBe('good, mine')
    await vi.advanceTimersByTimeAsync(250)
    expect(secret).toMatchObject({ rating: { level: 1 }, isWeak: true, ready: false })
  })

  test('that is weak needs consent, which holds for this password only', async () => {
    const secret = new NewPassword(loader)
    typed(secret, 'weak')
    await vi.advanceTimersByTimeAsync(250)
    expect(secret.ready).toBe(false)
    secret.weakAccepted = true
    expect(secret.ready).toBe(true)
    typed(secret, 'weaker')
    await vi.advanceTimersByTimeAsync(250)
    expect(secret).toMatchObject({ weakAccepted: false, ready: false })
  })

  test('is not rated by a request that was cancelled while the lists were loaded', async () => {
    let loaded = () => {}
    const load = () =>
      new Promise<typeof ratePassword>((done) => (loaded = () => done(ratePassword)))
    const secret = new NewPassword({ load })
    const cancel = typed(secret, 'good')
    await vi.advanceTimersByTimeAsync(250)
    cancel()
    loaded()
    await vi.advanceTimersByTimeAsync(0)
    expect(secret).toMatchObject({ rating: undefined, ready: false })
  })

  test('has no rating when it is empty', async () => {
    const secret = new NewPassword(loader)
    typed(secret, 'good')
    await vi.advanceTimersByTimeAsync(250)
    secret.clear()
    secret.rate([], graphicsCard)
    await vi.advanceTimersByTimeAsync(250)
    expect(secret).toMatchObject({ text: '', repeated: '', rating: undefined, ready: false })
  })

  test('is rated by its length if the lists cannot be loaded', async () => {
    const secret = new NewPassword(new RaterLoader(() => Promise.reject(new Error('offline'))))
    typed(secret, 'weak but long enough')
    await vi.advanceTimersByTimeAsync(250)
    expect(secret.ready).toBe(true)
    typed(secret, 'too short')
    await vi.advanceTimersByTimeAsync(250)
    expect(secret).toMatchObject({ isWeak: true, ready: false })
  })
})

describe('the loader of the lists', () => {
  test('loads them once', async () => {
    let requests = 0
    const loading = new RaterLoader(async () => {
      requests++
      return { ratePassword }
    })
    expect(await Promise.all([loading.load(), loading.load()])).toEqual([
      ratePassword,
      ratePassword,
    ])
    expect(await loading.load()).toBe(ratePassword)
    expect(requests).toBe(1)
  })

  test('repeats a failed request', async () => {
    let isOnline = false
    const loading = new RaterLoader(async () => {
      if (!isOnline) throw new Error('offline')
      return { ratePassword }
    })
    expect(await loading.load()).toBeUndefined()
    isOnline = true
    expect(await loading.load()).toBe(ratePassword)
  })

  test('waits ten seconds in all, and uses lists that are loaded later', async () => {
    let arrive = () => {}
    const loading = new RaterLoader(
      () => new Promise((done) => (arrive = () => done({ ratePassword }))),
    )
    const first = loading.load()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await first).toBeUndefined()
    // Without a second wait: no time passes here.
    expect(await loading.load()).toBeUndefined()
    arrive()
    await vi.advanceTimersByTimeAsync(0)
    expect(await loading.load()).toBe(ratePassword)
  })
})
