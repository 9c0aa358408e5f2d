/**
 * Whether WebAssembly can be used here.
 *
 * @module
 */

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
