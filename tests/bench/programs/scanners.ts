/**
 * Sets the number of scanners of our engine, if it can be chosen.
 *
 * @module
 */
import { execFileSync } from 'node:child_process'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import type { FindFile } from '../../../proxy/page.ts'
import { built } from '../../support/programs/proxy.ts'

let help: string | undefined

/** Whether other threads than that of the engine can scan. */
export function hasScanners(): boolean {
  help ??= execFileSync(process.execPath, [built('nightjar-wallet-rpc'), '--help'], {
    encoding: 'utf8',
  })
  return /--max-concurrency N +Threads that scan/.test(help)
}

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
