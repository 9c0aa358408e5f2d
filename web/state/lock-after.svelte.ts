import type { Session } from './session.svelte.ts'
import type { WalletState } from './wallet.svelte.ts'

/** Minutes that the user can choose from; 0 for never. */
export const minuteChoices = [5, 10, 30, 60, 0]
/** The same for the time in which the page is hidden. */
export const hiddenChoices = [0, 1, 5, 15, 30]
const defaultMinutes = 10

const keys = { idle: 'nightjar.lock-after', hidden: 'nightjar.lock-hidden' }
const checkIntervalMs = 5_000
/**
 * Longer than this between two checks, the device slept: browsers check hidden pages once a minute. A scan that was
 * interrupted by sleep does not keep the wallet open.
 */
const sleepMs = 150_000
const inputEvents = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const

/**
 * Locks a wallet after a time without user input, or in which the page is hidden. The times are stored in this browser; they
 * are not secret.
 */
class LockAfter {
  minutes = $state(read(keys.idle, minuteChoices, defaultMinutes))
  hiddenMinutes = $state(read(keys.hidden, hiddenChoices, 0))

  choose(minutes: number) {
    this.minutes = minutes
    localStorage.setItem(keys.idle, `${minutes}`)
  }

  chooseHidden(minutes: number) {
    this.hiddenMinutes = minutes
    localStorage.setItem(keys.hidden, `${minutes}`)
  }

  /**
   * Watches an open wallet. It does not lock while it pays or while a scan makes progress, which may take hours. Another
   * tab has another wallet, with a watch of its own.
   *
   * @returns A function that stops watching.
   */
  watch(session: Session, wallet: WalletState): () => void {
    let lastUseMs = Date.now()
    let lastCheckMs = Date.now()
    let hiddenSinceMs = document.hidden ? Date.now() : undefined
    let { height } = wallet
    let locking: Promise<void> | undefined
    const check = () => {
      const nowMs = Date.now()
      const isAwake = nowMs - lastCheckMs < sleepMs
      lastCheckMs = nowMs
      const isScanning = isAwake && !wallet.synced && wallet.height > height
      height = wallet.height
      if (session.paying || isScanning) {
        lastUseMs = nowMs
        if (hiddenSinceMs !== undefined) hiddenSinceMs = nowMs
      }
      const due = (since: number | undefined, minutes: number) =>
        since !== undefined && minutes > 0 && nowMs - since >= minutes * 60_000
      const after = due(lastUseMs, this.minutes)
        ? this.minutes
        : due(hiddenSinceMs, this.hiddenMinutes)
          ? this.hiddenMinutes
          : undefined
      if (after !== undefined) locking ??= session.lock(after).finally(() => (locking = undefined))
    }
    const onInput = () => {
      // The time is checked first: after a sleep of the machine, the input may come from another person.
      check()
      lastUseMs = Date.now()
    }
    const onVisibility = () => {
      check()
      hiddenSinceMs = document.hidden ? Date.now() : undefined
    }
    // Another tab has stored another time.
    const onStorage = ({ key }: StorageEvent) => {
      if (key === keys.idle || key === null)
        this.minutes = read(keys.idle, minuteChoices, defaultMinutes)
      if (key === keys.hidden || key === null)
        this.hiddenMinutes = read(keys.hidden, hiddenChoices, 0)
    }
    const timer = setInterval(check, checkIntervalMs)
    const listeners = new AbortController()
    const { signal } = listeners
    for (const each of inputEvents) addEventListener(each, onInput, { passive: true, signal })
    document.addEventListener('visibilitychange', onVisibility, { signal })
    // A device that wakes up, or a page that returns from the cache of the browser, is checked at once.
    document.addEventListener('resume', check, { signal })
    addEventListener('pageshow', check, { signal })
    addEventListener('focus', check, { signal })
    addEventListener('storage', onStorage, { signal })
    return () => {
      clearInterval(timer)
      listeners.abort()
    }
  }
}

function read(key: string, choices: readonly number[], otherwise: number): number {
  const stored = localStorage.getItem(key)
  return choices.find((minutes) => `${minutes}` === stored) ?? otherwise
}

export const lockAfter = new LockAfter()
