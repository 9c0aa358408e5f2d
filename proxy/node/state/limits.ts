/**
 * Network limits, which have no effect without peers. An offline monerod stores and reports them too.
 *
 * @module
 */

/** kB per second. monero P2P_DEFAULT_LIMIT_RATE_UP, P2P_DEFAULT_LIMIT_RATE_DOWN */
const defaultLimits = { up: 8192n, down: 32_768n }

/** Bandwidth and peer counts. */
export class NetworkLimits {
  up = defaultLimits.up
  down = defaultLimits.down
  /** No limit. */
  inPeers = 0xffff_ffff
  /** monero P2P_DEFAULT_CONNECTIONS_COUNT */
  outPeers = 12

  /**
   * Sets the download limit, then the upload limit, in kB per second. 0 leaves it unchanged, -1 sets the
   * default.
   *
   * @returns False for another negative value. A download limit that was already set stays.
   * @see monero src/rpc/core_rpc_server.cpp on_set_limit
   */
  setBandwidth({ down, up }: { down: bigint; up: bigint }): boolean {
    if (down < -1n) return false
    if (down !== 0n) this.down = down > 0n ? down : defaultLimits.down
    if (up < -1n) return false
    if (up !== 0n) this.up = up > 0n ? up : defaultLimits.up
    return true
  }
}
