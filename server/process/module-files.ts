/**
 * The files that Node programs read from their own folder: WebAssembly modules, ids of old blocks.
 *
 * @module
 */
import type { ReadModule } from '../../worker/adapters/crypto.ts'
import { bytesBeside } from './bytes-beside.ts'

/** Reads the modules in the folder of a program. @param program - URL of its file. */
export const modulesBeside =
  (program: string): ReadModule =>
  (name) =>
    bytesBeside(program, `${name}.wasm`)

/** Reads the module for RandomX in the folder of a program. @param program - URL of its file. */
export const powModuleBeside = (program: string) => () => bytesBeside(program, 'pow.wasm')

/** Reads a file of this release in the folder of a program, by its name. @param program - URL of its file. */
export const filesBeside = (program: string) => (name: string) => bytesBeside(program, name)

/** Reads the ids of mainnet's old blocks in the folder of a program. @param program - URL of its file. */
export const groupsBeside = (program: string) => () => bytesBeside(program, 'mainnet-groups.bin')
