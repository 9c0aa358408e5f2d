type Lock = Pick<WakeLockSentinel, 'release' | 'released'>

type Request = () => Promise<Lock> | undefined

const ofPlatform: Request = () =>
  'wakeLock' in navigator ? navigator.wakeLock.request('screen') : undefined

/** Keeps the screen on. Platforms end it when the page is hidden; `renew` begins it again. */
export class WakeLock {
  readonly #request: Request
  #isWanted = false
  #lock: Lock | undefined
  #requesting = false

  constructor(request: Request = ofPlatform) {
    this.#request = request
  }

  want(on: boolean): void {
    this.#isWanted = on
    if (on) return void this.renew()
    void this.#lock?.release().catch(() => {})
    this.#lock = undefined
  }

  /** Requests it again if it is wanted and was ended. */
  async renew(): Promise<void> {
    if (!this.#isWanted || this.#requesting || this.#lock?.released === false) return
    this.#requesting = true
    try {
      const lock = await this.#request()
      if (this.#isWanted) this.#lock = lock
      else await lock?.release()
    } catch {
      // A platform refuses it, for example with a low battery.
    } finally {
      this.#requesting = false
    }
  }
}
