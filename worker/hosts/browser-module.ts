/**
 * The cryptography's modules, as a page's workers get them.
 *
 * @module
 */
import type { ModuleName } from '../adapters/crypto.ts'

/** Each written out, for the bundler to see. */
const modules: Record<ModuleName, URL> = {
  nightjar: new URL('../../wasm/build/nightjar.wasm', import.meta.url),
  'scan-fma': new URL('../../wasm/build/scan-fma.wasm', import.meta.url),
  'scan-simd': new URL('../../wasm/build/scan-simd.wasm', import.meta.url),
}

/** Downloads a module, or takes it from the page's cache. */
export async function readModule(name: ModuleName): Promise<Uint8Array<ArrayBuffer>> {
  const url = modules[name]
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`${url.pathname}: HTTP ${answer.status}`)
  return new Uint8Array(await answer.arrayBuffer())
}
