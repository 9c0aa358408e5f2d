/**
 * Monero's own test vectors of hashes. README.md says where they come from.
 *
 * @module
 */
import { readFileSync } from 'node:fs'

/** Lines of hash and message, `x` for an empty one; some have a height. */
export const hashVectors = (name: string) =>
  readFileSync(new URL(`./${name}.txt`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(' ') as [hash: string, message: string, height?: string])
