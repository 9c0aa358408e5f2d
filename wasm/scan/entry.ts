/**
 * The scan, and derivations of many keys, at a given stack depth.
 *
 * Spilled vectors and the scratch memory of `layout.ts` may have addresses with the same lower twelve bits, or a
 * frame may cross a page. Then processors mistake loads for pending stores (4K aliasing), and the same code takes
 * up to twice the time. The stack address decides, so the host tries several depths on its batches and keeps the
 * fastest: see `../kernels/depths.ts`.
 *
 * @module
 */
import { deriveAll, tryRows } from './scan.ts'

/**
 * Tries every row of a batch; returns the number of candidates.
 *
 * @param job - The arguments of `tryRows`, 32 bits each. @param depth - Recursive calls before the work; each
 * takes about 64 bytes of the engine's stack.
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

/** Derivations of all keys. @param job - The arguments of `deriveAll`, 32 bits each. @param depth - As in {@link scan}. */
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
