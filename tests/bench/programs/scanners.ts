/**
 * Sets the number of scanners of our engine.
 *
 * @module
 */
import { utf8ToBytes } from '@noble/hashes/utils.js'
import type { FindFile } from '../../../proxy/page.ts'

/** Flags of the wallet RPC. */
export const nodeScanners = (count: number): string[] => ['--max-concurrency', `${count}`]

/**
 * Serves the files of the page with a changed number of cores: a page starts one scanner for each of
 * `count` cores.
 */
export function withCores(find: FindFile, count: number): FindFile {
  const prefix = `Object.defineProperty(navigator, 'hardwareConcurrency', { value: ${count} })\n`
  return async (path) => {
    const file = await find(path)
    // The bundler names the worker of the engine after its module, worker/hosts/browser.ts.
    if (!file || !/^assets\/browser-[^/]*\.js$/.test(path)) return file
    const code = Buffer.concat([utf8ToBytes(prefix), file.bytes])
    return { bytes: new Uint8Array(code) }
  }
}
