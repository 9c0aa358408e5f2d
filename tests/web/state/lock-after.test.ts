import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Session } from '../../../web/state/session.svelte.ts'
import type { WalletState } from '../../../web/state/wallet.svelte.ts'

const stored = new Map<string, string>()
const page = new EventTarget()
const shownDocument = Object.assign(new EventTarget(), { hidden: false })
Object.assign(globalThis, {
  document: shownDocument,
  localStorage: {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  },
  addEventListener: page.addEventListener.bind(page),
  removeEventListener: page.removeEventListener.bind(page),
})
const { lockAfter } = await import('../../../web/state/lock-after.svelte.ts')

const minuteMs = 60_000
const userInput = () => page.dispatchEvent(new Event('pointermove'))

function hide(hidden: boolean) {
  shownDocument.hidden = hidden
  shownDocument.dispatchEvent(new Event('visibilitychange'))
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  lockAfter.choose(10)
  lockAfter.chooseHidden(0)
  shownDocument.hidden = false
})

function watched(state = { paying: false, synced: true }) {
  const lock = vi.fn(async () => undefined)
  const session = { ...state, lock } as unknown as Session
  const wallet = { synced: state.synced, height: 1n } as unknown as WalletState
  return { lock, session, wallet, end: lockAfter.watch(session, wallet) }
}

describe('an idle wallet', () => {
  test('locks after ten minutes, once', () => {
    const { lock, end } = watched()
    vi.advanceTimersByTime(10 * minuteMs - 1)
    expect(lock).not.toHaveBeenCalled()
    vi.advanceTimersByTime(5_000)
    expect(lock.mock.calls).toEqual([[10]])
    end()
  })

  test('locks after the chosen time, which is stored', () => {
    const { lock, end } = watched()
    lockAfter.choose(30)
    expect(stored.get('nightjar.lock-after')).toBe('30')
    vi.advanceTimersByTime(29 * minuteMs)
    expect(lock).not.toHaveBeenCalled()
    vi.advanceTimersByTime(minuteMs)
    expect(lock.mock.calls).toEqual([[30]])
    end()
  })

  test('never locks with the choice “never”', () => {
    const { lock, end } = watched()
    lockAfter.choose(0)
    vi.advanceTimersByTime(24 * 60 * minuteMs)
    expect(lock).not.toHaveBeenCalled()
    end()
  })

  test('locks at the first input after the machine slept', () => {
    const { lock, end } = watched()
    vi.setSystemTime(Date.now() + 60 * minuteMs)
    userInput()
    expect(lock.mock.calls).toEqual([[10]])
    end()
  })

  test('locks while the node sends no new blocks', () => {
    const { lock, end } = watched({ paying: false, synced: false })
    vi.advanceTimersByTime(11 * minuteMs)
    expect(lock).toHaveBeenCalled()
    end()
  })
})

describe('a hidden page', () => {
  test('locks after the chosen time, which is stored', () => {
    lockAfter.chooseHidden(1)
    expect(stored.get('nightjar.lock-hidden')).toBe('1')
    const { lock, end } = watched()
    hide(true)
    vi.advanceTimersByTime(minuteMs - 1)
    expect(lock).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(lock.mock.calls).toEqual([[1]])
    end()
  })

  test('that was hidden when the wallet was opened', () => {
    lockAfter.chooseHidden(1)
    shownDocument.hidden = true
    const { lock, end } = watched()
    vi.advanceTimersByTime(minuteMs)
    expect(lock.mock.calls).toEqual([[1]])
    end()
  })

  test('locks when it is shown again after the machine slept', () => {
    lockAfter.chooseHidden(5)
    const { lock, end } = watched()
    hide(true)
    vi.setSystemTime(Date.now() + 6 * minuteMs)
    hide(false)
    expect(lock.mock.calls).toEqual([[5]])
    end()
  })

  test('locks a minute after a payment was sent', () => {
    lockAfter.chooseHidden(1)
    const { lock, session, end } = watched({ paying: true, synced: true })
    hide(true)
    vi.advanceTimersByTime(60 * minuteMs)
    expect(lock).not.toHaveBeenCalled()
    Object.assign(session, { paying: false })
    vi.advanceTimersByTime(minuteMs)
    expect(lock.mock.calls).toEqual([[1]])
    end()
  })

  test('does not lock when it is shown in between', () => {
    lockAfter.chooseHidden(1)
    const { lock, end } = watched()
    for (let i = 0; i < 5; i++) {
      hide(true)
      vi.advanceTimersByTime(minuteMs - 1)
      hide(false)
    }
    expect(lock).not.toHaveBeenCalled()
    end()
  })

  test('does not lock without a chosen time', () => {
    const { lock, end } = watched()
    hide(true)
    vi.advanceTimersByTime(9 * minuteMs)
    expect(lock).not.toHaveBeenCalled()
    end()
  })
})

describe('a wallet does not lock', () => {
  test('while there is user input', () => {
    const { lock, end } = watched()
    for (let i = 0; i < 10; i++) {
      vi.advanceTimersByTime(9 * minuteMs)
      userInput()
    }
    expect(lock).not.toHaveBeenCalled()
    end()
  })

  test('while it sends, but ten minutes later', () => {
    const { lock, session, end } = watched({ paying: true, synced: true })
    vi.advanceTimersByTime(60 * minuteMs)
    Object.assign(session, { paying: false })
    vi.advanceTimersByTime(9 * minuteMs)
    expect(lock).not.toHaveBeenCalled()
    vi.advanceTimersByTime(minuteMs)
    expect(lock).toHaveBeenCalled()
    end()
  })

  test('while a scan makes progress, but ten minutes later', () => {
    const { lock, wallet, end } = watched({ paying: false, synced: false })
    for (let minute = 0; minute < 60; minute++) {
      wallet.height++
      vi.advanceTimersByTime(minuteMs)
    }
    Object.assign(wallet, { synced: true })
    vi.advanceTimersByTime(8 * minuteMs)
    expect(lock).not.toHaveBeenCalled()
    vi.advanceTimersByTime(2 * minuteMs)
    expect(lock).toHaveBeenCalled()
    end()
  })

  test('after it is closed', () => {
    const { lock, end } = watched()
    end()
    vi.advanceTimersByTime(60 * minuteMs)
    userInput()
    expect(lock).not.toHaveBeenCalled()
  })
})
