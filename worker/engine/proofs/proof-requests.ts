/**
 * Questions to the daemon that a proof needs answered, and what their failures are called.
 *
 * @module
 * @see monero src/wallet/wallet2.cpp throw_on_rpc_response_error
 */
import { AnswerError, ConnectionError, DaemonError } from '#protocol/daemon/errors.ts'
import { badProof } from '#protocol/proofs/pieces.ts'
import type { Daemon, Ports } from '../base/ports.ts'

/** Whom to ask, and with what to check what it says. */
export type ProofSource = { ports: Pick<Ports, 'crypto' | 'clock'>; daemon: Daemon | undefined }

/** `refused` is told the daemon's status; empty when its answer was none. */
export type RequestErrors = { unreachable: string; refused: (status: string) => string }

/** @throws {RpcError} UNKNOWN_ERROR when it is not answered. */
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

/** What the reference says where it looks at the status. */
export const statusErrors = (call: string): RequestErrors => ({
  unreachable: 'no connection to daemon',
  refused: (status) =>
    status === 'BUSY' ? 'daemon is busy' : `error in ${call} RPC: ${status || 'no answer'}`,
})

/** What it says where it does not. */
export const sameError = (failure: string): RequestErrors => ({
  unreachable: failure,
  refused: () => failure,
})
