/**
 * The WebAssembly modules of Node programs.
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
