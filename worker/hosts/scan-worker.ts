/**
 * A scanner's Web Worker, started by the wallet's.
 *
 * @module
 */
import { scanningCrypto } from '../adapters/crypto.ts'
import { systemRandom } from '../adapters/platform.ts'
import { serveJobs, type ScanOrder } from '../engine/sync/scan-jobs.ts'
import { readModule } from './browser-module.ts'

// Orders that arrive while the cryptography loads wait for it.
const early: ScanOrder[] = []
self.onmessage = ({ data }: MessageEvent<ScanOrder>) => void early.push(data)

const crypto = await scanningCrypto(readModule, systemRandom)
serveJobs(
  {
    post: (news, buffers) => self.postMessage(news, { transfer: buffers }),
    listen(heard) {
      early.forEach(heard)
      self.onmessage = ({ data }: MessageEvent<ScanOrder>) => heard(data)
    },
    end: () => self.close(),
  },
  crypto,
)
