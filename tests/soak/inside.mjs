/**
 * Loaded into each of our programs by `--import`, during a soak only: reports what the program holds on SIGUSR2, as a
 * line of standard error.
 */
import { writeSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { isMainThread } from 'node:worker_threads'

let workers = 0
/** Warnings about listeners: Node prints one when an emitter has more than ten of a kind. */
let crowded = 0

setFlagsFromString('--expose-gc')
/** @type {() => void} */
const collect = runInNewContext('gc')

function report() {
  // Garbage is no leak: without this, the moment of the last collection decides what is measured.
  collect()
  const handles = process.getActiveResourcesInfo()
  writeSync(2, `soak ${JSON.stringify({ workers, crowded, handles: handles.length })}\n`)
}

if (isMainThread) {
  process.on('worker', (worker) => {
    workers++
    worker.once('exit', () => workers--)
  })
  process.on('warning', ({ name }) => {
    if (name === 'MaxListenersExceededWarning') crowded++
  })
  process.on('SIGUSR2', report)
}
