/**
 * A thread on Node that hashes one password, bundled into `dist/`.
 *
 * @module
 */
import { parentPort } from 'node:worker_threads'
import { stretchTask, type StretchTask } from '../../worker/adapters/stretch.ts'

if (!parentPort) throw new Error('nightjar-stretcher is a thread of nightjar-wallet-rpc')
const port = parentPort
port.once('message', (task: StretchTask) => {
  void stretchTask(task).then((key) => port.postMessage(key, key ? [key.buffer] : []))
})
