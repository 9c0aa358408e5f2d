/**
 * What a daemon can get wrong, as callers see it.
 *
 * @module
 */
import { ChainError } from '#protocol/chain/reader.ts'
import { RpcError } from '#protocol/errors.ts'
import { AnswerError, ConnectionError, DaemonError } from '#protocol/daemon/problems.ts'

/** The daemon's answer contradicts itself, our blocks, or the chain's rules. Nothing was changed. */
export class LyingDaemon extends Error {
  override name = 'LyingDaemon'

  constructor(problem: string) {
    super(`the daemon's answer is not to be trusted: ${problem}`)
  }
}

/** Checks what a daemon claims. @throws LyingDaemon */
export function expectOfDaemon(holds: boolean, problem: string): asserts holds {
  if (!holds) throw new LyingDaemon(problem)
}

/**
 * The error a caller sees for what went wrong while asking a daemon.
 *
 * Errors that are no daemon's fault come back as they are.
 *
 * @see monero src/wallet/wallet_rpc_server.cpp handle_rpc_exception, src/wallet/wallet_errors.h
 */
export function daemonProblem(error: unknown): unknown {
  if (error instanceof ConnectionError)
    return new RpcError('NO_DAEMON_CONNECTION', 'no connection to daemon')
  if (error instanceof DaemonError && error.status === 'BUSY')
    return new RpcError('DAEMON_IS_BUSY', 'daemon is busy')
  if (error instanceof DaemonError || error instanceof AnswerError || error instanceof LyingDaemon)
    return new RpcError('UNKNOWN_ERROR', error.message)
  if (error instanceof ChainError)
    return new RpcError('UNKNOWN_ERROR', new LyingDaemon(error.message).message)
  return error
}
