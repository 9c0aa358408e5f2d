/**
 * The cryptography's modules, as Node's programs get them.
 *
 * @module
 */
import { readFile } from 'node:fs/promises'
import type { ReadModule } from '../../worker/adapters/crypto.ts'

/** Reads the modules that the build puts beside a program. @param program - URL of its file. */
export const modulesBeside =
  (program: string): ReadModule =>
  async (name) =>
    new Uint8Array(await readFile(new URL(`./${name}.wasm`, program)))
