import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { LoginAttempts } from '../../proxy/login-attempts.ts'

let attempts: LoginAttempts
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] })
  attempts = new LoginAttempts()
})
afterEach(() => void vi.useRealTimers())

const wrong = () => false
const right = () => true

/** Fails so often that the client is slow. */
async function failThrice(address = 'a') {
  for (let failure = 0; failure < 3; failure++)
    expect(await attempts.attempt(address, wrong)).toBe(false)
}

/** An attempt, and whether its login was compared yet. */
function pending(address: string, isRight: boolean) {
  const state = { isCompared: false }
  const result = attempts.attempt(address, () => {
    state.isCompared = true
    return isRight
  })
  return { state, result }
}

describe('attempt', () => {
  test('is compared at once up to the third failure', async () => {
    await failThrice()
    expect(vi.getTimerCount()).toBe(0)
  })

  test('is compared after a second from then on, one after another', async () => {
    await failThrice()
    const [first, second] = [pending('a', false), pending('a', false)]
    await vi.advanceTimersByTimeAsync(999)
    expect(first.state.isCompared).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect([first.state.isCompared, second.state.isCompared]).toEqual([true, false])
    await vi.advanceTimersByTimeAsync(1000)
    expect([await first.result, await second.result]).toEqual([false, false])
  })

  test('with a right login is slow too, and ends the slowness', async () => {
    await failThrice()
    const { state, result } = pending('a', true)
    await vi.advanceTimersByTimeAsync(999)
    expect(state.isCompared).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(await result).toBe(true)
    expect(pending('a', false).state.isCompared).toBe(true)
  })

  test('of another client is not slow', async () => {
    await failThrice()
    expect(pending('b', true).state.isCompared).toBe(true)
  })

  test('is compared at once after ten minutes without a failure', async () => {
    await failThrice()
    vi.setSystemTime(Date.now() + 600_001)
    expect(pending('a', false).state.isCompared).toBe(true)
    expect(pending('a', false).state.isCompared).toBe(true)
    expect(pending('a', false).state.isCompared).toBe(true)
    expect(pending('a', false).state.isCompared).toBe(false)
  })

  test('is not compared while eight others wait', async () => {
    await failThrice()
    const eight = Array.from({ length: 8 }, () => pending('a', false))
    const more = pending('a', true)
    expect(await more.result).toBeUndefined()
    expect(more.state.isCompared).toBe(false)
    await vi.advanceTimersByTimeAsync(8000)
    expect(await Promise.all(eight.map(({ result }) => result))).toEqual(Array(8).fill(false))
    expect(vi.getTimerCount()).toBe(0)
  })

  test('drops the client that failed longest ago above 4096', async () => {
    await failThrice('first')
    await failThrice('second')
    for (let client = 0; client < 4095; client++) await attempts.attempt(`${client}`, wrong)
    expect(pending('second', right()).state.isCompared).toBe(false)
    expect(pending('first', right()).state.isCompared).toBe(true)
  })
})
