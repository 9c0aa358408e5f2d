/**
 * What can go wrong while a node is asked: not reached, refused, not understood.
 *
 * @module
 */
import type { DaemonContract } from './contract.ts'
import { EpeeError } from '../epee-reader.ts'
import { FieldError } from '../fields.ts'
import { JsonError } from '../json-scanner.ts'

/** The node was not reached, did not answer in time, or not as a node does. */
export class ConnectionError extends Error {
  override name = 'ConnectionError'
}

/** The node answered, and refused. */
export class DaemonError extends Error {
  override name = 'DaemonError'
  readonly call: string
  /** `BUSY`, `Failed`, ...: any status but `OK`. The message of a JSON-RPC error. */
  readonly status: string
  /** Of a JSON-RPC error. */
  readonly code: number | undefined

  constructor(call: string, status: string, code?: number) {
    super(`daemon: ${call}: ${status}`)
    this.call = call
    this.status = status
    this.code = code
  }
}

/** The node answered something that its contract does not allow. */
export class AnswerError extends Error {
  override name = 'AnswerError'

  constructor(call: string, problem: string) {
    super(`daemon: ${call}: ${problem}`)
  }
}

/** @throws DaemonError when the answer says that the call failed. */
export function requireOkStatus(name: string, contract: DaemonContract, answer: unknown): void {
  const status = (answer as { status?: unknown } | null | undefined)?.status
  if (typeof status === 'string' && status !== 'OK' && !contract.failsAsResult)
    throw new DaemonError(name, status)
}

/** What `read` makes of an answer. @throws AnswerError when it is not what the call promises. */
export function parseAnswer<T>(name: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof JsonError || error instanceof EpeeError || error instanceof FieldError)
      throw new AnswerError(name, error.message)
    throw error
  }
}
