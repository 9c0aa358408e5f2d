/**
 * The ids of mainnet's old blocks, as the page's worker gets them. A chunk of its own: a wallet that begins above
 * these blocks never loads the file.
 *
 * @module
 */
import { readFile } from './browser-file.ts'

const file = new URL('../../protocol/checkpoints/mainnet-groups.bin', import.meta.url)

export const readGroups = (): Promise<Uint8Array<ArrayBuffer>> => readFile(file)
