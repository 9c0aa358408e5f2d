/**
 * Errors of the multisig methods.
 *
 * @module
 */
import { RpcError } from '#protocol/errors.ts'
import type { Code } from '#protocol/errors.ts'

/** Refusals of a method that makes a wallet multisig. */
export const makingErrors: readonly Code[] = [
  'ALREADY_MULTISIG',
  'DISABLED',
  'WATCH_ONLY',
  'UNKNOWN_ERROR',
]

/** Refusals of a method of a multisig wallet. */
export const memberErrors: readonly Code[] = ['NOT_MULTISIG', 'DISABLED']

/** Refusals of a round of the key exchange. */
export const exchangeErrors: readonly Code[] = [
  ...memberErrors,
  'THRESHOLD_NOT_REACHED',
  'UNKNOWN_ERROR',
]

/** Runs a task; its error message names the call. @param call - The name in the reference. */
export async function exchanging<T>(call: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof RpcError) || error.reason !== 'UNKNOWN_ERROR') throw error
    throw new RpcError('UNKNOWN_ERROR', `Error calling ${call}: ${error.message}`, error.data)
  }
}
