/** Downloads a file of the page, or takes it from the browser's cache. */
export async function readFile(file: URL): Promise<Uint8Array<ArrayBuffer>> {
  const answer = await fetch(file)
  if (!answer.ok) throw new Error(`${file.pathname}: HTTP ${answer.status}`)
  return new Uint8Array(await answer.arrayBuffer())
}
