/**
 * Another node that answers while ours is behind.
 *
 * @module
 */
import type { UpstreamResponse, UpstreamRequest } from '../../upstream/node.ts'

export type BootstrapSettings = {
  /** `HOST:PORT` or URL; empty for none, `auto` for any public node we know. */
  address: string
  username: string
  password: string
  /** `IP:PORT` of a SOCKS proxy. */
  proxy: string
}

export type Bootstrap = {
  /** @throws NodeRpcError for a proxy that is no address. */
  set(settings: BootstrapSettings): void
  /** `HOST:PORT`; empty for none. */
  address(): string
  wasEverUsed(): boolean
  /** Whether calls may go to it: it is set, and was not found to be behind us. */
  isOn(): boolean
  /**
   * Asks it, when it is more than ten blocks ahead; left out where no other node can be asked.
   *
   * @param height - Of our own chain.
   * @returns Undefined when our own chain is to answer; `failed` when it had to, for the other did not.
   */
  relay?: (ask: UpstreamRequest, height: bigint) => Promise<UpstreamResponse | 'failed' | undefined>
}
