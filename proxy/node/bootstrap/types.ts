/**
 * The port for a bootstrap node, which answers while our own chain is behind.
 *
 * @module
 */
import type { UpstreamResponse, UpstreamRequest } from '../../upstream/node.ts'

export type BootstrapSettings = {
  /** `HOST:PORT` or URL; empty for no node, `auto` for any known public node. */
  address: string
  username: string
  password: string
  /** `IP:PORT` of a SOCKS proxy. */
  proxy: string
}

export type Bootstrap = {
  /** @throws NodeRpcError for an invalid proxy address. */
  set(settings: BootstrapSettings): void
  /** `HOST:PORT`; empty without a node. */
  address(): string
  wasEverUsed(): boolean
  /** Whether calls may be forwarded: a node is set, and it was not behind our chain. */
  isOn(): boolean
  /**
   * Forwards a request if the node is more than ten blocks ahead. Absent on hosts without a network.
   *
   * @param height - Height of our own chain.
   * @returns Undefined if our own chain must answer; `failed` if the node did not answer.
   */
  relay?: (ask: UpstreamRequest, height: bigint) => Promise<UpstreamResponse | 'failed' | undefined>
}
