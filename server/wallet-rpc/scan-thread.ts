/**
 * A scan thread on Node, bundled into `dist/`.
 *
 * @module
 */
import { parentPort } from 'node:worker_threads'
import { systemClock } from '../../worker/adapters/platform.ts'
import { serveJobs, type ScanRequest } from '../../worker/engine/scan/scan-jobs.ts'
import { scanningProgramCrypto } from '../process/program-crypto.ts'

if (!parentPort) throw new Error('nightjar-scanner is a thread of nightjar-wallet-rpc')
const port = parentPort
const crypto = await scanningProgramCrypto(import.meta.url)
// Jobs wait in the port until this listener is added.
serveJobs(
  {
    post: (report, buffers) => port.postMessage(report, buffers),
    listen: (listener) => void port.on('message', (order: ScanRequest) => listener(order)),
    end: () => port.close(),
  },
  crypto,
  systemClock,
)
