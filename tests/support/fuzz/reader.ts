/**
 * What a fuzzed reader is: where its bytes come from, how inputs are made, and what its results must be.
 *
 * @module
 */
import type { Draw } from './draw.ts'

export type FuzzedReader = {
  /** In one word or two, for commands: `epee`. */
  name: string
  /** What is read, and by which functions. */
  reads: string
  /** Where the bytes come from. */
  from: 'daemon' | 'client' | 'peer' | 'file' | 'user' | 'operator'
  /** How an input is made. */
  inputs: string
  /** What must hold beside the bounds of time, memory and errors. */
  holds: string
  /** Its part of all inputs, relative to the other readers. */
  share: number
  /**
   * Blocks of code that may run for a byte, where that is counted: several times the number for valid inputs. A reader
   * that waits or calls a module has none.
   */
  mostSteps?: number
  input: (draw: Draw) => Uint8Array
  /** Whether the bytes were understood. Throws, or rejects, for a bug only. */
  read: (bytes: Uint8Array) => boolean | Promise<boolean>
}

type ErrorClass = new (...args: never[]) => Error

/** The result of `read`; undefined where it throws one of its declared errors. */
export function attempt<T>(read: () => T, ...declared: ErrorClass[]): T | undefined {
  try {
    return read()
  } catch (error) {
    if (declared.some((kind) => error instanceof kind)) return undefined
    throw error
  }
}

/** The same for a promise. */
export async function attemptLater<T>(
  read: () => Promise<T>,
  ...declared: ErrorClass[]
): Promise<T | undefined> {
  try {
    return await read()
  } catch (error) {
    if (declared.some((kind) => error instanceof kind)) return undefined
    throw error
  }
}

/** Requires that what was written is what was read. */
export function requireSame(what: string, written: Uint8Array, read: Uint8Array): void {
  if (Buffer.compare(written, read) !== 0) throw new Error(`${what} is not written as it was read`)
}

export function requireEqual(what: string, a: unknown, b: unknown): void {
  if (a !== b) throw new Error(`${what} differs after it was written and read again`)
}

/** A value as text, to compare two. */
export const shown = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) => {
    if (typeof member === 'bigint') return `${member}n`
    if (member instanceof Uint8Array) return Buffer.from(member).toString('hex')
    return member instanceof Map ? [...(member as Map<unknown, unknown>)] : member
  })
