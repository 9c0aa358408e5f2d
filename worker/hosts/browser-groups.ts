/**
 * The ids of mainnet's old blocks, as the page's worker gets them. A chunk of its own: a wallet that begins above
 * these blocks never loads the file.
 *
 * @module
 */
const file = new URL('../../protocol/checkpoints/mainnet-groups.bin', import.meta.url)

/** Downloads the file, or takes it from the browser's cache. */
export async function readGroups(): Promise<Uint8Array<ArrayBuffer>> {
  const answer = await fetch(file)
  if (!answer.ok) throw new Error(`${file.pathname}: HTTP ${answer.status}`)
  return new Uint8Array(await answer.arrayBuffer())
}
