/**
 * Garbage of a busy program.
 *
 * V8 lets the heap grow to several times of what is in use before it collects. A program with thousands of clients then
 * holds the garbage of some seconds.
 *
 * @module
 */
import { setFlagsFromString } from 'node:v8'

/** Collects when the heap has grown by 70 %. To be called before the program is busy. */
export function limitHeapGrowth(): void {
  setFlagsFromString('--heap-growing-percent=70')
}
