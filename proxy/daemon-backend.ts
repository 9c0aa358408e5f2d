/**
 * The port between the routes and the backends: a checked call goes in, a response comes out.
 *
 * @module
 */
import type { DaemonContract } from '#protocol/daemon/contract.ts'

/** A call that fits its contract and passed the caps of a restricted node. */
export type CheckedCall = {
  /** Its name in its table of `protocol/daemon/calls.ts`. */
  name: string
  contract: DaemonContract
  /** The path or the method of `/json_rpc` that the request names; an alias stays. */
  asked: string
  /** The params as they arrived, with unknown fields and without defaults. Undefined for binary calls. */
  given: unknown
  /** The params read by the contract, defaults included. */
  params: Readonly<Record<string, unknown>>
  /** The request arrived on a restricted node. */
  restricted: boolean
  /** Address of the client. */
  client: string
  /** Aborted when the client disconnects. A function, because our own node never needs it. */
  signal: () => AbortSignal
}

/** Answers every call of the daemon. Rejects only for bugs. */
export type DaemonBackend = {
  /** A method of `/json_rpc`. `id`: id of the call; undefined if it had none. */
  rpc: (call: CheckedCall, id: unknown) => Promise<Response>
  /** A call at a path that speaks JSON. */
  json: (call: CheckedCall) => Promise<Response>
  /** A call that speaks portable storage; `body` is the request as it arrived. */
  bin: (call: CheckedCall, body: Uint8Array<ArrayBuffer>) => Promise<Response>
}
