/**
 * A Web Worker that hashes proofs of work, started by the page; its first message is the port to the engine's.
 *
 * @module
 */
import { hashWork } from '../adapters/hash-work.ts'
import type { WorkInput } from '../engine/base/ports.ts'
import { readFile } from './browser-file.ts'

const kernel = new URL('../../wasm/build/pow.wasm', import.meta.url)

self.onmessage = ({ data: port }: MessageEvent<MessagePort>) => {
  port.onmessage = ({ data }: MessageEvent<readonly WorkInput[] | 'end'>) => {
    if (data === 'end') {
      self.postMessage('ended')
      self.close()
    } else void hashWork(() => readFile(kernel), data).then((report) => port.postMessage(report))
  }
}
