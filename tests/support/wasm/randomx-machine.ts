/**
 * RandomX in the test's own thread.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { aesTables } from '#protocol/cryptonight/aes-tables.ts'
import { allocate } from '../../../wasm/randomx/layout.ts'
import { Machine } from '../../../wasm/randomx/machine.ts'

export const powModule = () =>
  new WebAssembly.Module(readFileSync(new URL('../../../wasm/build/pow.wasm', import.meta.url)))

/** A machine on a cache of its own: 256 MiB and a second. */
export function machineOf(key: Uint8Array): Machine {
  const machine = new Machine(powModule(), allocate(1), 0, aesTables)
  machine.useSeed(key)
  return machine
}
