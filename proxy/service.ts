/**
 * What every call of one node needs.
 *
 * @module
 */
import type { DaemonContract } from '#protocol/contract.ts'
import type { Chain } from './chain.ts'
import type { Node } from './upstream/node.ts'

export type Service = {
  node: Node
  /** Hides and caps what `monerod --restricted-rpc` does. */
  restricted: boolean
  chain: Chain
}

/** One route: a call and a path it answers at. */
export type Route = { name: string; contract: DaemonContract; path: string }

/** A request whose body was read within its limit. */
export type Incoming = { body: Uint8Array<ArrayBuffer>; signal: AbortSignal }

/** Answers a request to a route. Rejects with AwayError when the node does not answer. */
export type Handler = (service: Service, route: Route, incoming: Incoming) => Promise<Response>
