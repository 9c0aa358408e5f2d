/**
 * Events of an open wallet, for listeners such as the page.
 *
 * @module
 */

/** Parts that may have changed, so that a listener reads only those again. */
export type Changed = 'balance' | 'transfers' | 'addresses' | 'height'

/** The content of each event. Small values only: listeners ask the wallet for the rest. */
export type WalletEvents = {
  /** The sync progressed. `target` is the daemon's height, 0 while unknown. */
  progress: { height: bigint; target: bigint; transactionsPerSecond?: number }
  changed: { what: Changed }
  /** Money arrived in a mined transaction. */
  received: { txid: string; amount: bigint; account: number; address: number }
  /** Blocks from `height` on were replaced by others. */
  reorganised: { height: bigint; detached: number }
  sent: { txid: string }
  /** Whether the daemon answered the last request; `problem` says why its answer was not used. */
  connection: { online: boolean; problem?: { code: number; message: string } }
}

export type EventName = keyof WalletEvents

/** An event with its name, as it is sent to another thread. */
export type WalletEvent = {
  [Name in EventName]: { name: Name } & WalletEvents[Name]
}[EventName]

export type Listener = (event: WalletEvent) => void

/** Listeners of one wallet. */
export class Events {
  readonly #listeners = new Set<Listener>()
  readonly #onFailure: (error: unknown) => void

  /** @param onFailure - Called when a listener throws; the other listeners still run. */
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
