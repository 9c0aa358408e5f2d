/**
 * The scan, and derivations of many keys, from further down the stack.
 *
 * Where the stack happens to be when a module is entered decides which addresses its spilled vectors share the
 * last twelve bits with: if those are of the scratch memory in `layout.ts`, or if a frame lies across two pages,
 * processors take loads for stores not yet done, and the same code runs for up to twice as long. So the host
 * tries several depths on its live batches, and keeps to the fastest: see `../kernels/depths.ts`.
 *
 * @module
 */
import { deriveAll, tryRows } from './scan.ts'

/**
 * Tries every row of a batch; returns the number of candidates.
 *
 * @param job - The arguments of `tryRows`, 32 bits each. @param depth - Calls to make before; engines take
 * some 64 bytes of the stack for each.
 */
export function scan(job: usize, depth: u32): u32 {
  if (depth > 0) return scan(job, depth - 1)
  return tryRows(
    load<usize>(job),
    load<usize>(job, 4),
    load<usize>(job, 8),
    load<usize>(job, 12),
    load<usize>(job, 16),
    load<u32>(job, 20),
    load<usize>(job, 24),
    load<usize>(job, 28),
    load<usize>(job, 32),
    load<usize>(job, 36),
  )
}

/** Derivations of all keys. @param job - The arguments of `deriveAll`, 32 bits each. @param depth - As of {@link scan}. */
export function derivations(job: usize, depth: u32): void {
  if (depth > 0) return derivations(job, depth - 1)
  deriveAll(
    load<usize>(job),
    load<usize>(job, 4),
    load<usize>(job, 8),
    load<usize>(job, 12),
    load<u32>(job, 16),
  )
}
