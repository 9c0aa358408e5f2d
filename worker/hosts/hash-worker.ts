/**
 * A Web Worker that hashes proofs of work, started by the page.
 *
 * @module
 */
import { hashWork } from '../adapters/hash-work.ts'
import type { WorkInput } from '../engine/base/ports.ts'
import { readFile } from './browser-file.ts'
import { serveTask } from './serve-task.ts'

const kernel = new URL('../../wasm/build/pow.wasm', import.meta.url)

serveTask((inputs: readonly WorkInput[]) => hashWork(() => readFile(kernel), inputs))
