/**
 * What a daemon's answer can fail with, and the errors that callers of the wallet see for it.
 *
 * @module
 */
import { ChainError } from '#protocol/chain/reader.ts'
import { RpcError } from '#protocol/errors.ts'
import { AnswerError, ConnectionError, DaemonError } from '#protocol/daemon/errors.ts'
import type { Daemon } from './ports.ts'

/** The daemon's answer contradicts itself, our blocks, or the rules of the chain. Nothing was changed. */
export class InvalidDaemonData extends Error {
  override name = 'InvalidDaemonData'
  /** What is wrong with the answer. */
  readonly problem: string

  constructor(problem: string) {
    super(untrusted(problem))
    this.problem = problem
  }
}

/**
 * A refusal that depends on the keys of the wallet. A further request for the same data would confirm to the daemon that
 * the wallet has an address.
 */
export class RefusedByKeys extends InvalidDaemonData {
  override name = 'RefusedByKeys'
}

/** @param daemon - Its name; empty where it has none. */
const untrusted = (problem: string, daemon = ''): string =>
  `${daemon === '' ? "the daemon's answer" : `the answer of daemon ${daemon}`} is not to be trusted: ${problem}`

/** What to do where the wrong data may be the wallet's own, from a daemon that was not refused. */
export const rescanHint = 'If other daemons are refused for the same reason, rescan the wallet'

/** Checks a claim of the daemon. @throws InvalidDaemonData */
export function requireOfDaemon(holds: boolean, error: string): asserts holds {
  if (!holds) throw new InvalidDaemonData(error)
}

/** Whether the daemon failed, and not this program. */
export const isDaemonError = (error: unknown): boolean =>
  [ConnectionError, DaemonError, AnswerError].some((failure) => error instanceof failure)

/**
 * The error that a caller sees for a failed request to a daemon.
 *
 * Errors that the daemon did not cause are returned unchanged.
 *
 * @param daemon - Its name, for the message; empty where it has none.
 * @see monero src/wallet/wallet_rpc_server.cpp handle_rpc_exception, src/wallet/wallet_errors.h
 */
export function daemonRpcError(error: unknown, daemon = ''): unknown {
  if (error instanceof ConnectionError) return noConnection()
  if (error instanceof DaemonError && error.status === 'BUSY')
    return new RpcError('DAEMON_IS_BUSY', 'daemon is busy')
  if (error instanceof DaemonError || error instanceof AnswerError)
    return new RpcError('UNKNOWN_ERROR', error.message)
  const problem = problemOf(error)
  if (problem !== undefined) return new RpcError('UNKNOWN_ERROR', untrusted(problem, daemon))
  return error
}

/** What is wrong with the daemon's data; undefined for any other error. */
export function problemOf(error: unknown): string | undefined {
  if (error instanceof InvalidDaemonData) return error.problem
  return error instanceof ChainError ? error.message : undefined
}

/**
 * The daemon's answer to a request that a payment needs; its failure has the reference's words.
 *
 * @param refused - The message where the daemon answers something else.
 * @throws {RpcError} NO_DAEMON_CONNECTION, DAEMON_IS_BUSY, or GENERIC_TRANSFER_ERROR.
 * @see monero src/wallet/wallet2.cpp throw_on_rpc_response_error
 */
export async function askDaemon<A>(answer: Promise<A>, refused: string): Promise<A> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof ConnectionError) throw noConnection()
    if (error instanceof AnswerError) throw transferError(`${refused}: ${error.message}`)
    if (!(error instanceof DaemonError)) throw error
    if (error.status === 'BUSY') throw new RpcError('DAEMON_IS_BUSY', 'daemon is busy')
    throw error.status === '' ? noConnection() : transferError(refused)
  }
}

/** The connection that a call needs. @throws {RpcError} NO_DAEMON_CONNECTION */
export function requireDaemon(daemon: Daemon | undefined): Daemon {
  if (!daemon) throw noConnection()
  return daemon
}

const noConnection = () => new RpcError('NO_DAEMON_CONNECTION', 'no connection to daemon')

/** A payment cannot be made, for a reason without a code of its own. */
export const transferError = (message: string, data?: string) =>
  new RpcError('GENERIC_TRANSFER_ERROR', message, data)
