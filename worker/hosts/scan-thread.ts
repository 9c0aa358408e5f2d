/**
 * A scanner's thread on Node, bundled into `dist/`.
 *
 * @module
 */
import { readFile } from 'node:fs/promises'
import { parentPort } from 'node:worker_threads'
import { platformCrypto } from '../adapters/crypto.ts'
import { systemRandom } from '../adapters/platform.ts'
import { serveJobs, type ScanOrder } from '../engine/sync/scan-jobs.ts'

/** Beside this file once it is bundled. */
const wasm = new URL('./nightjar.wasm', import.meta.url)

if (!parentPort) throw new Error('nightjar-scanner is a thread of nightjar-wallet-rpc')
const port = parentPort
const crypto = await platformCrypto(async () => new Uint8Array(await readFile(wasm)), systemRandom)
// Orders wait in the port until somebody listens.
serveJobs(
  {
    post: (news, buffers) => port.postMessage(news, buffers),
    listen: (heard) => void port.on('message', (order: ScanOrder) => heard(order)),
    end: () => port.close(),
  },
  crypto,
)
