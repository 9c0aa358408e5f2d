/**
 * Arbitrary texts of proofs, and what a reader of such texts may do.
 *
 * @module
 */
import fc from 'fast-check'
import { expect } from 'vitest'
import { encodeBase58 } from '#protocol/base58.ts'
import { RpcError } from '#protocol/errors.ts'
import { count, seed } from './case-counts.ts'

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
export const [key, signature] = [bytes(32), bytes(64)]
export const version = fc.constantFrom(1 as const, 2 as const)
export const runs = () => ({ numRuns: count(50, 2000), seed: seed() })

/** Text that a peer may send, most of it almost a proof. */
export const proofText = (header: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.tuple(header, fc.string({ unit: 'binary' })).map((parts) => parts.join('')),
    fc
      .tuple(header, fc.uint8Array({ maxLength: 600 }).map(encodeBase58))
      .map((parts) => parts.join('')),
  )

/** Expects that a reader returns, or throws an error that the user sees. */
export function expectReadOrRefused(read: () => unknown): void {
  try {
    read()
  } catch (error) {
    expect(error).toBeInstanceOf(RpcError)
    expect((error as RpcError).reason).toBe('UNKNOWN_ERROR')
  }
}
