/**
 * Daemon requests for proofs, and their error texts.
 *
 * @module
 * @see monero src/wallet/wallet2.cpp throw_on_rpc_response_error
 */
import { AnswerError, ConnectionError, DaemonError } from '#protocol/daemon/errors.ts'
import { badProof } from '#protocol/proofs/pieces.ts'
import type { Daemon, Ports } from '../base/ports.ts'

/** The daemon connection, and the crypto that checks its answers. */
export type ProofSource = { ports: Pick<Ports, 'crypto' | 'clock'>; daemon: Daemon | undefined }

/** `refused` receives the daemon's status; empty for an invalid answer. */
export type RequestErrors = { unreachable: string; refused: (status: string) => string }

/** @throws {RpcError} UNKNOWN_ERROR when there is no valid answer. */
export async function requestDaemon<A>(
  { daemon }: ProofSource,
  ask: (daemon: Daemon) => Promise<A>,
  { unreachable, refused }: RequestErrors,
): Promise<A> {
  if (!daemon) throw badProof(unreachable)
  try {
    return await ask(daemon)
  } catch (error) {
    if (error instanceof ConnectionError) throw badProof(unreachable)
    if (error instanceof DaemonError) throw badProof(refused(error.status))
    if (error instanceof AnswerError) throw badProof(refused(''))
    throw error
  }
}

/**
 * Requests the daemon's version.
 *
 * @param address - Of the daemon, for the error.
 * @throws {RpcError} UNKNOWN_ERROR when there is no valid answer.
 * @see monero src/wallet/wallet2.cpp check_connection
 */
export async function requireConnection(source: ProofSource, address: string): Promise<void> {
  const failure = sameError(`Failed to connect to daemon: ${address}`)
  await requestDaemon(source, ({ rpc }) => rpc.get_version({}), failure)
}

/** The reference's messages where it checks the status. */
export const statusErrors = (call: string): RequestErrors => ({
  unreachable: 'no connection to daemon',
  refused: (status) =>
    status === 'BUSY' ? 'daemon is busy' : `error in ${call} RPC: ${status || 'no answer'}`,
})

/** The reference's messages where it does not. */
export const sameError = (failure: string): RequestErrors => ({
  unreachable: failure,
  refused: () => failure,
})
