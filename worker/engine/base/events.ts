/**
 * What the wallet tells whoever listens: the screen, a test.
 *
 * @module
 */

/** What may have changed, so that a listener asks again for no more than that. */
export type Changed = 'balance' | 'transfers' | 'addresses' | 'height'

/** The content of each event. Small values only: listeners ask the wallet for the rest. */
export type WalletEvents = {
  /** Sync moved on. `target` is the daemon's height, 0 while unknown. */
  progress: { height: bigint; target: bigint; transactionsPerSecond?: number }
  changed: { what: Changed }
  /** Money arrived in a mined transaction. */
  received: { txid: string; amount: bigint; account: number; address: number }
  /** Blocks from `height` on were replaced by others. */
  reorganised: { height: bigint; detached: number }
  sent: { txid: string }
  /** Whether the daemon answered the last time it was asked; `problem`: why nothing came of it all the same. */
  connection: { online: boolean; problem?: { code: number; message: string } }
}

export type EventName = keyof WalletEvents

/** An event with its name, as it crosses to another thread. */
export type WalletEvent = {
  [Name in EventName]: { name: Name } & WalletEvents[Name]
}[EventName]

export type Listener = (event: WalletEvent) => void

/** Listeners of one wallet. */
export class Events {
  readonly #listeners = new Set<Listener>()
  readonly #onFailure: (error: unknown) => void

  /** @param onFailure - Told of a listener that throws; the others are still called. */
  constructor(onFailure: (error: unknown) => void) {
    this.#onFailure = onFailure
  }

  /** Calls `listener` with every event from now on. @returns Ends it. */
  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  emit<Name extends EventName>(name: Name, content: WalletEvents[Name]): void {
    const event = { name, ...content } as WalletEvent
    for (const listener of this.#listeners)
      try {
        listener(event)
      } catch (error) {
        this.#onFailure(error)
      }
  }
}
