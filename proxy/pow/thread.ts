/**
 * A thread of Node that works on proofs, bundled into `dist/`.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { parentPort } from 'node:worker_threads'
import { expose } from 'comlink'
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs'
import { ThreadJobs } from './thread-jobs.ts'

if (!parentPort) throw new Error('nightjar-pow is a thread of nightjar-node')

// A program lives for milliseconds, yet runs so much that V8 would begin to improve its code, in the
// background and never in time: half of all work. With this budget (in bytes of code that have run,
// for modules compiled from now on) only what outlives a program is improved.
setFlagsFromString(`--wasm-tiering-budget=${2 ** 28}`)

const module = new WebAssembly.Module(readFileSync(new URL('./pow.wasm', import.meta.url)))
expose(new ThreadJobs(module), nodeEndpoint(parentPort))
