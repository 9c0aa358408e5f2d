/**
 * Errors of calls to a node: it is unavailable, it refuses, or its answer is invalid.
 *
 * @module
 */
import type { DaemonContract } from './contract.ts'
import { EpeeError } from '../epee/reader.ts'
import { FieldError } from '../fields.ts'
import { JsonError } from '../json/scanner.ts'

/** The node is unavailable, timed out, or its HTTP answer is invalid. */
export class ConnectionError extends Error {
  override name = 'ConnectionError'
}

/** The node answered that the call failed. */
export class DaemonError extends Error {
  override name = 'DaemonError'
  readonly call: string
  /** Any status except `OK`, such as `BUSY` or `Failed`; for a JSON-RPC error its message. */
  readonly status: string
  /** Code of a JSON-RPC error. */
  readonly code: number | undefined

  constructor(call: string, status: string, code?: number) {
    super(`daemon: ${call}: ${status}`)
    this.call = call
    this.status = status
    this.code = code
  }
}

/** The answer of the node does not fit the contract. */
export class AnswerError extends Error {
  override name = 'AnswerError'

  constructor(call: string, problem: string) {
    super(`daemon: ${call}: ${problem}`)
  }
}

/** @throws DaemonError for an answer with a status other than OK. */
export function requireOkStatus(name: string, contract: DaemonContract, answer: unknown): void {
  const status = (answer as { status?: unknown } | null | undefined)?.status
  if (typeof status === 'string' && status !== 'OK' && !contract.failsAsResult)
    throw new DaemonError(name, status)
}

/** The value that `read` returns. @throws AnswerError for an answer that does not fit the contract. */
export function parseAnswer<T>(name: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof JsonError || error instanceof EpeeError || error instanceof FieldError)
      throw new AnswerError(name, error.message)
    throw error
  }
}
