/**
 * The contract of a daemon call, and its treatment by the proxy. It consists of data only.
 *
 * @module
 */
import type { Contract } from '../contract.ts'
import type { Fields, Input } from '../fields.ts'

/** A daemon call. Its folder (`rpc`, `json`, `bin`) is the kind of its route in monerod. */
export type DaemonContract<P extends Fields = any, R extends Fields = any> = Contract<P, R> & {
  /** Largest request we accept, in bytes. */
  limit: number
  /** Refused on a restricted node. */
  restricted?: true
  /** The changes on a restricted node, if it does not refuse the call. */
  onRestricted?: RestrictedRules<P, R>
  /**
   * Forwarded to the bootstrap node while that is in use: its answer counts, or it receives the request
   * and the answer of our own node counts.
   *
   * @see monero src/rpc/core_rpc_server.cpp use_bootstrap_daemon_if_necessary
   */
  bootstrap?: 'answers' | 'receives'
  /** The answer may be long, or take long: the proxy keeps connections to the node free for other calls. */
  longAnswer?: true
  /** Has an effect: a request that was sent and not answered is never sent again. */
  once?: true
  /**
   * The alias that wallet2 sends. Our programs send it too, so that a node cannot tell its clients apart by it.
   *
   * @see monero src/wallet/wallet2.cpp invoke_http_json, invoke_http_bin, invoke_http_json_rpc
   */
  sentAs?: string
  /** Params that wallet2 writes even where they have their default, beside `client`. Our programs do so too. */
  sentDefaults?: Partial<Input<P>>
  /** Encoding of the bodies, if it differs from the other calls of the table. */
  codec?: 'json'
  /** Params are not an object: the body is the bare value of `params.value`. */
  bareParams?: true
  /** A status other than OK has fields with the reason, so it counts as a result. */
  failsAsResult?: true
  /** The result is not an object: the body is the bare value of `result.value`. */
  bareResult?: true
  /** Params that identify the first requested block. */
  startBlock?: StartBlock<P>
  /** Current versions of monerod no longer have the call. It had no effect, and the proxy answers OK. */
  obsolete?: true
  /** Result field that newer versions of monerod leave out, and the proxy adds. */
  addedField?: 'not_rct'
}

/**
 * The changes of `monerod --restricted-rpc` to a call.
 *
 * @see monero src/rpc/core_rpc_server.cpp m_restricted
 */
type RestrictedRules<P extends Fields = Fields, R extends Fields = Fields> = {
  /** Refuses requests by the length or content of a list, before anything else. */
  cap?: ListCap<P>
  /** Refuses ranges of heights, after both heights were found in the chain. */
  rangeCap?: RangeCap<P>
  /** Values that replace those of the request. */
  params?: Partial<Input<P>>
  /** Values that replace those of the result. */
  result?: Partial<Input<R>>
  /** Result fields that are rounded up to a multiple. */
  roundedUp?: { readonly [Name in keyof R]?: bigint }
  /** Names of numbers that are replaced with 0, at any depth of the answer. */
  zeroed?: readonly string[]
}

/** A refusal by monerod: a status other than OK, a JSON-RPC error, or an HTTP error. */
export type CallRefusal = { status: string } | { code: number; message: string } | { http: number }

/** Which lists are accepted: by length, or one exact list of integers. */
export type ListCap<P extends Fields = Fields> = {
  list: keyof P & string
  accepts: { atMost: number } | { atLeast: number } | { exactly: readonly bigint[] }
  refusal: CallRefusal
}

/** Largest difference between two heights. */
export type RangeCap<P extends Fields = Fields> = {
  from: keyof P & string
  to: keyof P & string
  atMost: bigint
  refusal: { code: number; message: string }
}

/**
 * Params that identify the first requested block. A node counts an unknown block as an attack,
 * and bans the address.
 *
 * @see monero src/rpc/core_rpc_server.cpp add_host_fail
 */
type StartBlock<P extends Fields = Fields> = {
  /** Block ids, newest first; the last one must be the genesis block. */
  history: keyof P & string
  /** Height to start from instead, when it is above 0. */
  height?: keyof P & string
  /** The param, and its value, of a request for the transaction pool alone: its block history is not read. */
  poolOnly?: { param: keyof P & string; equals: number }
}

/** monero CORE_RPC_ERROR_CODE_RESTRICTED */
export const restrictedCode = -19

/** Declares a daemon call. It exists only for type inference. */
export const call = <P extends Fields, R extends Fields>(contract: DaemonContract<P, R>) => contract
