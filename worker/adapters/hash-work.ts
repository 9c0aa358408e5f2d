/**
 * RandomX hashes in the thread that is started for them.
 *
 * Its memory of 260 MB stays in this thread: a handle on it that reached a thread that lives on would keep it
 * until that thread collects all its garbage.
 *
 * @module
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import { aesTables } from '#protocol/cryptonight/aes-tables.ts'
import { compileFor } from '#wasm/randomx/compile.ts'
import { allocateUnshared } from '#wasm/randomx/layout.ts'
import { Machine } from '#wasm/randomx/machine.ts'
import type { WorkInput } from '../engine/base/ports.ts'
import { systemClock } from './platform.ts'

/** A hash for each input, or why there are none. */
export type WorkReport = { hashes: Uint8Array[] } | { error: string }

/** @param readKernel - Reads the bytes of `pow.wasm`. */
export async function hashWork(
  readKernel: () => Promise<Uint8Array<ArrayBuffer>>,
  inputs: readonly WorkInput[],
): Promise<WorkReport> {
  try {
    return { hashes: await hashAll(await readKernel(), inputs) }
  } catch (error) {
    return { error: reasonOf(error) }
  }
}

async function hashAll(
  kernel: Uint8Array<ArrayBuffer>,
  inputs: readonly WorkInput[],
): Promise<Uint8Array[]> {
  const memory = allocateUnshared()
  const machine = new Machine(compileFor(memory, kernel), memory, 0, aesTables)
  const hashes = new Array<Uint8Array>(inputs.length)
  for (const seed of new Set(inputs.map(seedOf))) {
    const positions = inputs.flatMap((input, at) => (seedOf(input) === seed ? [at] : []))
    machine.useSeed(inputs[positions[0]!]!.seedId)
    for (const at of positions) {
      // A message may have arrived that ends the thread.
      await systemClock.sleep(0)
      hashes[at] = machine.hash(inputs[at]!.blob)
    }
  }
  return hashes
}

const seedOf = ({ seedId }: WorkInput) => bytesToHex(seedId)

function reasonOf(error: unknown): string {
  if (error instanceof RangeError)
    return 'RandomX needs 260 MB of memory, and the allocation failed'
  return error instanceof Error ? error.message : 'no reason given'
}
