/**
 * The cryptography of a Node program, whose folder has the modules.
 *
 * @module
 */
import type { Crypto } from '#wasm/types.ts'
import { platformCrypto, scanningCrypto } from '../../worker/adapters/crypto.ts'
import { systemRandom } from '../../worker/adapters/platform.ts'
import { modulesBeside } from './module-files.ts'
import { allowRelaxedSimd } from './relaxed-simd.ts'

/** @param program - URL of the program's file. */
export function programCrypto(program: string): Promise<Crypto> {
  allowRelaxedSimd()
  return platformCrypto(modulesBeside(program), systemRandom)
}

/** The same with the fastest scan kernel of this machine. */
export function scanningProgramCrypto(program: string): Promise<Crypto> {
  allowRelaxedSimd()
  return scanningCrypto(modulesBeside(program), systemRandom)
}
