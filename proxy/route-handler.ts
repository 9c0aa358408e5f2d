/**
 * How the routes call their handlers.
 *
 * @module
 */
import type { DaemonContract } from '#protocol/daemon/contract.ts'
import type { DaemonBackend } from './daemon-backend.ts'

export type HandlerOptions = {
  backend: DaemonBackend
  /** Applies the limits of `monerod --restricted-rpc`. */
  restricted: boolean
}

/** Resolves when a request of a queue, whose body is read, may use the processor. Each client has two queues. */
export type Turn = (queue: string) => Promise<void>

/** One route: a call and one of its paths. */
export type Route = { name: string; contract: DaemonContract; path: string }

/** A request whose body was read within its limit. */
export type Incoming = {
  body: Uint8Array<ArrayBuffer>
  /** Address of the client. */
  client: string
  signal: () => AbortSignal
}

/** Answers a request to a route. */
export type Handler = (
  options: HandlerOptions,
  route: Route,
  incoming: Incoming,
) => Promise<Response>
