/**
 * A worker thread of Node for proof of work, bundled into `dist/`.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { parentPort } from 'node:worker_threads'
import { expose } from 'comlink'
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs'
import { garbageCollector } from './collector.ts'
import { ThreadJobs } from './thread-jobs.ts'

if (!parentPort) throw new Error('nightjar-pow must run as a worker thread of nightjar-node')

// A RandomX program lives for milliseconds but runs enough code for V8 to optimise it in the background,
// which finishes too late and takes half of all CPU time. With this budget (bytes of executed code, for
// modules compiled from now on) V8 optimises only code that lives longer than a program.
setFlagsFromString(`--wasm-tiering-budget=${2 ** 28}`)

const module = new WebAssembly.Module(readFileSync(new URL('./pow.wasm', import.meta.url)))
expose(new ThreadJobs(module, garbageCollector()), nodeEndpoint(parentPort))
