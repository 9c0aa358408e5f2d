/**
 * The space of young objects.
 *
 * V8 lets it grow to 48 MB while a program is busy, and it does not shrink soon. Most objects of our programs live for
 * the time of one call, so a small space holds them as well. V8 sizes the main thread before the program runs: there,
 * the collections of an idle program shrink it.
 *
 * @module
 */
import { setFlagsFromString } from 'node:v8'

/** Limits it to 3 MB in threads that start later. */
export function limitYoungGeneration(): void {
  // Two halves of 1 MB, and as much for large objects.
  setFlagsFromString('--max-semi-space-size=1')
}
