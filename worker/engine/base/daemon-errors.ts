/**
 * Questions to the daemon on the way of a payment, and what their failures are called.
 *
 * @module
 */
import { RpcError } from '#protocol/errors.ts'
import { AnswerError, ConnectionError, DaemonError } from '#protocol/daemon/problems.ts'

/**
 * The daemon's answer, or its failure in the reference's words.
 *
 * @param refused - What to say when the daemon answers, but not this.
 * @throws {RpcError} NO_DAEMON_CONNECTION, DAEMON_IS_BUSY, or GENERIC_TRANSFER_ERROR.
 * @see monero src/wallet/wallet2.cpp throw_on_rpc_response_error
 */
export async function ask<A>(answer: Promise<A>, refused: string): Promise<A> {
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

export const noConnection = () => new RpcError('NO_DAEMON_CONNECTION', 'no connection to daemon')

/** A payment cannot be made, for a reason that has no code of its own. */
export const transferError = (message: string) => new RpcError('GENERIC_TRANSFER_ERROR', message)
