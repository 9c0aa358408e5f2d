/**
 * Loaded once by each process that runs tests: `toEqual` compares two byte arrays as a whole. Vitest compares their elements
 * one by one, which for an answer of some hundred kilobytes takes a tenth of a second.
 *
 * @module
 */
import { expect } from 'vitest'

expect.addEqualityTesters([
  (a: unknown, b: unknown) =>
    a instanceof Uint8Array && b instanceof Uint8Array && a.constructor === b.constructor
      ? Buffer.compare(a, b) === 0
      : undefined,
])
