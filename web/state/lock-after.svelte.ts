import type { Session } from './session.svelte.ts'
import type { WalletState } from './wallet.svelte.ts'

/** Minutes that the user can choose from; 0 for never. */
export const minuteChoices = [5, 10, 30, 60, 0]
const defaultMinutes = 10

const key = 'nightjar.lock-after'
const checkIntervalMs = 5_000
const inputEvents = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const

/** Locks a wallet after a time without user input. The time is stored in this browser; it is not secret. */
class LockAfter {
  minutes = $state(read())

  choose(minutes: number) {
    this.minutes = minutes
    localStorage.setItem(key, `${minutes}`)
  }

  /**
   * Watches an open wallet. It does not lock while it pays or while a scan makes progress, which may take hours.
   *
   * @returns A function that stops watching.
   */
  watch(session: Session, wallet: WalletState): () => void {
    let lastUseMs = Date.now()
    let { height } = wallet
    let locking: Promise<void> | undefined
    const check = () => {
      if (session.paying || (!wallet.synced && wallet.height > height)) lastUseMs = Date.now()
      height = wallet.height
      const isIdle = this.minutes > 0 && Date.now() - lastUseMs >= this.minutes * 60_000
      if (isIdle) locking ??= session.lock(this.minutes).finally(() => (locking = undefined))
    }
    const onInput = () => {
      // The time is checked first: after a sleep of the machine, the input may come from another person.
      check()
      lastUseMs = Date.now()
    }
    const timer = setInterval(check, checkIntervalMs)
    for (const each of inputEvents) addEventListener(each, onInput, { passive: true })
    return () => {
      clearInterval(timer)
      for (const each of inputEvents) removeEventListener(each, onInput)
    }
  }
}

function read(): number {
  const stored = localStorage.getItem(key)
  return minuteChoices.find((minutes) => `${minutes}` === stored) ?? defaultMinutes
}

export const lockAfter = new LockAfter()
