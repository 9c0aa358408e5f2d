/**
 * The cryptography that tests of the wallet use: the built module where there is one.
 *
 * @module
 */
import { existsSync, readFileSync } from 'node:fs'
import { createFallback } from '#wasm/fallback/index.ts'
import { loadCrypto } from '#wasm/index.ts'
import type { Crypto } from '#wasm/types.ts'
import { systemRandom } from '../../../worker/adapters/platform.ts'

const built = new URL('../../../wasm/build/nightjar.wasm', import.meta.url)

let made: Promise<Crypto> | undefined

/** One instance for the whole test file. */
export const testCrypto = (): Promise<Crypto> => (made ??= make())

async function make(): Promise<Crypto> {
  return existsSync(built)
    ? loadCrypto(new Uint8Array(readFileSync(built)), systemRandom)
    : createFallback(systemRandom)
}
