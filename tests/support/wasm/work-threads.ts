/**
 * Threads of proof of work inside the test's own thread. They exchange messages through ports, as real ones do.
 *
 * @module
 */
import { EventEmitter } from 'node:events'
import { MessageChannel } from 'node:worker_threads'
import { expose } from 'comlink'
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs'
import type { ThreadJobs } from '../../../proxy/pow/thread-jobs.ts'
import type { NodeWorker } from '../../../proxy/pow/threads.ts'

/** The calls of a thread; those of a test may take their time. */
export type Jobs = {
  [Name in keyof ThreadJobs]: (
    ...args: Parameters<ThreadJobs[Name]>
  ) => ReturnType<ThreadJobs[Name]> | Promise<Awaited<ReturnType<ThreadJobs[Name]>>>
}

type TestThread<J extends Jobs> = {
  jobs: J
  /** Ends the thread as an error in it does. */
  fail(message: string): void
}

export class WorkThreads<J extends Jobs = Jobs> {
  /** In the order of their starts. */
  readonly started: TestThread<J>[] = []
  readonly running = new Set<TestThread<J>>()
  /** All messages from threads to the thread that started them. */
  readonly messages: unknown[] = []
  readonly #jobs: (index: number) => J

  /** @param jobs - Makes the calls of a thread. */
  constructor(jobs: (index: number) => J) {
    this.#jobs = jobs
  }

  readonly start = (): NodeWorker => {
    const { port1: ours, port2: theirs } = new MessageChannel()
    const events = new EventEmitter()
    ours.on('message', (message: unknown) => {
      this.messages.push(message)
      events.emit('message', message)
    })
    const jobs = this.#jobs(this.started.length)
    expose(jobs, nodeEndpoint(theirs))
    const end = () => {
      if (!this.running.delete(thread)) return
      ours.close()
      theirs.close()
      events.emit('exit')
    }
    const thread: TestThread<J> = {
      jobs,
      fail(message) {
        events.emit('error', new Error(message))
        end()
      },
    }
    this.started.push(thread)
    this.running.add(thread)
    return Object.assign(events, {
      postMessage: (message: unknown, transfer: [] = []) => ours.postMessage(message, transfer),
      unref: () => undefined,
      async terminate() {
        // A real thread ends a moment later.
        await new Promise((resolve) => setImmediate(resolve))
        end()
      },
    })
  }
}

/** Calls without RandomX: a hash is the key of the seed, empty without one. */
export class KeyJobs implements Jobs {
  key: Uint8Array = new Uint8Array()
  lane: number | undefined

  prepare(key: Uint8Array, _lanes: number): void | Promise<void> {
    this.key = key
    this.lane = 0
  }

  share(port: MessagePort) {
    const memory = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true })
    port.postMessage({ key: this.key, memory })
  }

  async join(port: MessagePort, lane: number) {
    const { key } = await new Promise<{ key: Uint8Array }>((resolve) => {
      port.onmessage = ({ data }) => resolve(data as { key: Uint8Array })
    })
    port.close()
    this.key = key
    this.lane = lane
  }

  hash(): Uint8Array | Promise<Uint8Array> {
    return this.key
  }

  search(): number | undefined | Promise<number | undefined> {
    return 0
  }
}
