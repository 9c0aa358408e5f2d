/**
 * The cryptography of this platform: the WebAssembly module, or the fallback where it is forbidden.
 *
 * @module
 */
import type { Crypto, RandomBytes } from '#wasm/types.ts'

/**
 * @param readModule - Reads the bytes of `nightjar.wasm`; called only where WebAssembly exists.
 * @throws What `readModule` throws, and `WebAssembly.CompileError` for bytes that are no module.
 */
export async function platformCrypto(
  readModule: () => Promise<Uint8Array<ArrayBuffer>>,
  random: RandomBytes,
): Promise<Crypto> {
  if (await mayCompile()) {
    const { loadCrypto } = await import('#wasm/index.ts')
    return loadCrypto(await readModule(), random)
  }
  // Only here, so that a page which has WebAssembly never downloads it.
  const { createFallback } = await import('#wasm/fallback/index.ts')
  return createFallback(random)
}

/** Magic number and version: the smallest module. */
const emptyModule = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0)

/** Whether there is WebAssembly, and no policy forbids it. */
export async function mayCompile(): Promise<boolean> {
  if (typeof WebAssembly !== 'object') return false
  return WebAssembly.compile(emptyModule).then(
    () => true,
    () => false,
  )
}
