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
export type Source = { ports: Pick<Ports, 'crypto' | 'clock'>; daemon: Daemon | undefined }

/** `refused` is told the daemon's status; empty when its answer was none. */
export type Failures = { unreachable: string; refused: (status: string) => string }

/** @throws {RpcError} UNKNOWN_ERROR when it is not answered. */
export async function answered<A>(
  { daemon }: Source,
  ask: (daemon: Daemon) => Promise<A>,
  { unreachable, refused }: Failures,
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
export const withStatus = (call: string): Failures => ({
  unreachable: 'no connection to daemon',
  refused: (status) =>
    status === 'BUSY' ? 'daemon is busy' : `error in ${call} RPC: ${status || 'no answer'}`,
})

/** What it says where it does not. */
export const always = (failure: string): Failures => ({
  unreachable: failure,
  refused: () => failure,
})
