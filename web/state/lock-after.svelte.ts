import type { Session } from './session.svelte.ts'
import type { WalletState } from './wallet.svelte.ts'

/** Minutes of which a person can choose; 0 for never. */
export const minuteChoices = [5, 10, 30, 60, 0]
const usualMinutes = 10

const key = 'nightjar.lock-after'
const lookEveryMs = 5_000
const uses = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const

/** How long nobody uses a wallet until it is locked. Kept in this browser; it is no secret. */
class LockAfter {
  minutes = $state(read())

  choose(minutes: number) {
    this.minutes = minutes
    localStorage.setItem(key, `${minutes}`)
  }

  /**
   * Watches over an open wallet. One that pays is in use, and one that gets on scanning, which may take a night.
   *
   * @returns What ends it.
   */
  watch(session: Session, wallet: WalletState): () => void {
    let usedMs = Date.now()
    let { height } = wallet
    let locking: Promise<void> | undefined
    const look = () => {
      if (session.paying || (!wallet.synced && wallet.height > height)) usedMs = Date.now()
      height = wallet.height
      const isUnused = this.minutes > 0 && Date.now() - usedMs >= this.minutes * 60_000
      if (isUnused) locking ??= session.lock(this.minutes).finally(() => (locking = undefined))
    }
    const use = () => {
      // The first move after the machine slept is not yet the owner's.
      look()
      usedMs = Date.now()
    }
    const timer = setInterval(look, lookEveryMs)
    for (const each of uses) addEventListener(each, use, { passive: true })
    return () => {
      clearInterval(timer)
      for (const each of uses) removeEventListener(each, use)
    }
  }
}

function read(): number {
  const kept = localStorage.getItem(key)
  return minuteChoices.find((minutes) => `${minutes}` === kept) ?? usualMinutes
}

export const lockAfter = new LockAfter()
