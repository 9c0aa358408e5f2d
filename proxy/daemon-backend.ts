/**
 * What stands between the routes and whoever answers: a request that fits its contract.
 *
 * @module
 */
import type { DaemonContract } from '#protocol/contract.ts'

/** A call whose params fit its contract, and that a public node would take. */
export type CheckedCall = {
  /** Its name in its table of `protocol/daemon/calls.ts`. */
  name: string
  contract: DaemonContract
  /** As it was asked for: a path, or a method of `/json_rpc`. An alias stays. */
  asked: string
  /** As they came: what is absent is absent, what the contract does not know is there. */
  params: unknown
  /** Asked on a public node. */
  restricted: boolean
  /** Aborted when whoever asks has gone away. A function, since a node of our own never asks. */
  signal: () => AbortSignal
}

/** Answers every call of the daemon, whatever it answers from. Rejects for bugs alone. */
export type DaemonBackend = {
  /** A method of `/json_rpc`. `id` is that of the call; undefined when it had none. */
  rpc: (call: CheckedCall, id: unknown) => Promise<Response>
  /** A call at a path that speaks JSON. */
  json: (call: CheckedCall) => Promise<Response>
  /** A call that speaks portable storage; `body` is the request as it came. */
  bin: (call: CheckedCall, body: Uint8Array<ArrayBuffer>) => Promise<Response>
}

export type HandlerOptions = {
  backend: DaemonBackend
  /** Hides and caps what `monerod --restricted-rpc` does. */
  restricted: boolean
}

/** One route: a call and a path it answers at. */
export type Route = { name: string; contract: DaemonContract; path: string }

/** A request whose body was read within its limit. */
export type Incoming = { body: Uint8Array<ArrayBuffer>; signal: () => AbortSignal }

/** Answers a request to a route. */
export type Handler = (
  service: HandlerOptions,
  route: Route,
  incoming: Incoming,
) => Promise<Response>
