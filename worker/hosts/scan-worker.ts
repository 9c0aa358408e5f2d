/**
 * A scanner's Web Worker, started by the page; its first message is the port to the engine's.
 *
 * @module
 */
import { scanningCrypto } from '../adapters/crypto.ts'
import { systemClock, systemRandom } from '../adapters/platform.ts'
import { serveJobs, type ScanRequest } from '../engine/scan/scan-jobs.ts'
import { readModule } from './browser-module.ts'

const given = new Promise<MessagePort>((resolve) => {
  self.onmessage = ({ data }: MessageEvent<MessagePort>) => resolve(data)
})
const crypto = await scanningCrypto(readModule, systemRandom)
const port = await given
serveJobs(
  {
    post: (report, buffers) => port.postMessage(report, buffers),
    // The port queues messages until a listener is set.
    listen(listener) {
      port.onmessage = ({ data }: MessageEvent<ScanRequest>) => listener(data)
    },
    end() {
      self.postMessage('ended')
      self.close()
    },
  },
  crypto,
  systemClock,
)
