/**
 * The cryptography's module, as a page's workers get it.
 *
 * @module
 */
const url = new URL('../../wasm/build/nightjar.wasm', import.meta.url)

/** Downloads `nightjar.wasm`, or takes it from the page's cache. */
export async function readModule(): Promise<Uint8Array<ArrayBuffer>> {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`${url.pathname}: HTTP ${answer.status}`)
  return new Uint8Array(await answer.arrayBuffer())
}
