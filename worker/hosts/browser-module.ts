/**
 * The cryptography's modules, as a page's workers get them.
 *
 * @module
 */
import type { ModuleName } from '../adapters/crypto.ts'
import { readFile } from './browser-file.ts'

/** Each written out, for the bundler to see. */
const modules: Record<ModuleName, URL> = {
  nightjar: new URL('../../wasm/build/nightjar.wasm', import.meta.url),
  'nightjar-fma': new URL('../../wasm/build/nightjar-fma.wasm', import.meta.url),
  'scan-fma': new URL('../../wasm/build/scan-fma.wasm', import.meta.url),
  'scan-simd': new URL('../../wasm/build/scan-simd.wasm', import.meta.url),
}

export const readModule = (name: ModuleName): Promise<Uint8Array<ArrayBuffer>> =>
  readFile(modules[name])
