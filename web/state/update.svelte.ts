import { registerSW } from 'virtual:pwa-register'

/** A new version of the page, which waits until the person takes it and never cuts into a payment. */
class Update {
  waiting = $state(false)
  readonly #take = registerSW({ onNeedRefresh: () => (this.waiting = true) })

  /** Reloads into the new version. */
  take() {
    void this.#take(true)
  }
}

export const update = new Update()
