/**
 * Events of an open wallet, for listeners such as the page.
 *
 * @module
 */

/** Parts that may have changed, so that a listener reads only those again. */
export type Changed = 'balance' | 'transfers' | 'addresses' | 'height'

/**
 * `same-key`: an output has the key of another one, and only the larger one can be spent; `amount` is that of the
 * smaller. `foreign-spend`: a transaction that this wallet did not make spends its outputs. `vanished`: a transaction
 * left the pool and is in no block. `unscanned`: a transaction could not be scanned completely, so a payment in it may
 * be missing.
 */
export type LedgerWarning = {
  problem: 'same-key' | 'foreign-spend' | 'vanished' | 'unscanned'
  txid: string
  /** In piconero; 0 where it is unknown. */
  amount: bigint
  /** Block of an `unscanned` transaction. */
  height?: bigint
}

/** The result of a comparison with other nodes. */
export type ComparisonResult = {
  /** Height at which other nodes have the wallet's top block; absent if too few have it. */
  agreedHeight?: bigint
  /** Why nothing is sent: nodes disagree. */
  disagreement?: string
  /** Why nodes were not compared. */
  uncompared: readonly string[]
}

/** The content of each event. Small values only: listeners ask the wallet for the rest. */
export type WalletEvents = {
  /**
   * The sync progressed. `target` is the daemon's height, 0 while unknown; `topTime` the timestamp of the newest
   * scanned block in Unix seconds, absent while unknown; `transactionsPerSecond` the pace of the last seconds, absent
   * while unknown; `downloadedBytes` those of the blocks that arrived in this refresh, absent before; `checking` whether proofs of work of scanned blocks are still
   * to be checked.
   */
  progress: {
    height: bigint
    target: bigint
    topTime?: number
    transactionsPerSecond?: number
    downloadedBytes?: number
    checking?: true
  }
  changed: { what: Changed }
  /** Money arrived in a mined transaction. */
  received: { txid: string; amount: bigint; account: number; address: number }
  /** Blocks from `height` on were replaced by others. */
  reorganised: { height: bigint; detached: number }
  sent: { txid: string }
  /** The chain or the pool holds something that an honest payment does not cause. */
  warning: LedgerWarning
  /** The wallet's chain was compared with other nodes. */
  comparison: ComparisonResult
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
