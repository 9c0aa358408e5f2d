/**
 * Starts the worker that hashes proofs of work. Loaded with the first check.
 *
 * @module
 */
export const startHasher = (): Worker =>
  new Worker(new URL('../worker/hosts/hash-worker.ts', import.meta.url), {
    type: 'module',
    name: 'hasher',
  })
