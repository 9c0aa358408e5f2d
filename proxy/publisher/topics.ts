/**
 * The topics of the publisher, and which of them clients have subscribed to.
 *
 * @module
 * @see monero src/rpc/zmq_pub.cpp chain_contexts, miner_contexts, txpool_contexts
 */

/** Blocks of the main chain, data for mining pools, and transactions that entered the pool. */
export const topics = [
  'json-full-chain_main',
  'json-minimal-chain_main',
  'json-full-miner_data',
  'json-full-txpool_add',
  'json-minimal-txpool_add',
] as const

export type Topic = (typeof topics)[number]

/**
 * The subscriptions of all clients together. A subscription is the beginning of the names of topics, so it
 * can mean several; an empty one means all.
 *
 * @see monero src/rpc/zmq_pub.cpp zmq_pub::sub_request
 */
export class Subscriptions {
  readonly #counts = new Map<Topic, number>(topics.map((topic) => [topic, 0]))

  /**
   * Applies a message of ZeroMQ's XPUB socket: 1 to subscribe or 0 to unsubscribe, then the beginning of names.
   * Other messages have no effect.
   */
  apply(message: Uint8Array): void {
    const change = message[0] === 1 ? 1 : message[0] === 0 ? -1 : 0
    const prefix = latin1.decode(message.subarray(1))
    for (const topic of topics)
      if (topic.startsWith(prefix))
        this.#counts.set(topic, Math.max(0, this.#counts.get(topic)! + change))
  }

  /** Whether a client has subscribed to one of these topics. */
  includes(...wanted: readonly Topic[]): boolean {
    return wanted.some((topic) => this.#counts.get(topic)! > 0)
  }
}

const latin1 = new TextDecoder('latin1')
