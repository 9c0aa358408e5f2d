/**
 * A thread on Node that hashes proofs of work once, bundled into `dist/`.
 *
 * @module
 */
import { parentPort } from 'node:worker_threads'
import { hashWork } from '../../worker/adapters/hash-work.ts'
import type { WorkInput } from '../../worker/engine/base/ports.ts'
import { powModuleBeside } from '../process/module-files.ts'

if (!parentPort) throw new Error('nightjar-hasher is a thread of nightjar-wallet-rpc')
const port = parentPort
const readKernel = powModuleBeside(import.meta.url)
port.once('message', (inputs: readonly WorkInput[]) => {
  void hashWork(readKernel, inputs).then((report) => port.postMessage(report))
})
