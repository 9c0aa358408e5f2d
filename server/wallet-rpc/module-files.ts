/**
 * The files that Node programs read from their own folder: WebAssembly modules, ids of old blocks.
 *
 * @module
 */
import { readFile } from 'node:fs/promises'
import type { ReadModule } from '../../worker/adapters/crypto.ts'

/** Reads the modules in the folder of a program. @param program - URL of its file. */
export const modulesBeside =
  (program: string): ReadModule =>
  async (name) =>
    new Uint8Array(await readFile(new URL(`./${name}.wasm`, program)))

/** Reads the module for RandomX in the folder of a program. @param program - URL of its file. */
export const powModuleBeside = (program: string) => async () =>
  new Uint8Array(await readFile(new URL('./pow.wasm', program)))

/** Reads the ids of mainnet's old blocks in the folder of a program. @param program - URL of its file. */
export const groupsBeside = (program: string) => async () =>
  new Uint8Array(await readFile(new URL('./mainnet-groups.bin', program)))
