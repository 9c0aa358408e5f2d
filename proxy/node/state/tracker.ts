/**
 * How often each call was made, and for how long. Nothing is paid for calls here.
 *
 * @module
 * @see monero src/rpc/core_rpc_server.cpp RPCTracker
 */

/** `time` in nanoseconds. */
export type Tracked = { rpc: string; count: bigint; time: bigint; credits: bigint }

export class Tracker {
  readonly #calls = new Map<string, { count: bigint; timeMs: number }>()

  add(rpc: string, timeMs: number) {
    const { count, timeMs: before } = this.#calls.get(rpc) ?? { count: 0n, timeMs: 0 }
    this.#calls.set(rpc, { count: count + 1n, timeMs: before + timeMs })
  }

  list(): Tracked[] {
    return [...this.#calls].map(([rpc, { count, timeMs }]) => ({
      rpc,
      count,
      time: BigInt(Math.round(timeMs * 1e6)),
      credits: 0n,
    }))
  }

  clear() {
    this.#calls.clear()
  }
}
