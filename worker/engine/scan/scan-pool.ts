/**
 * Gives scan jobs to threads, in their order of arrival.
 *
 * @module
 */
import type { ScanThread, ScanThreads } from '../base/ports.ts'
import { buffersIn, resultOf, type ScanJob, type ScanReport } from './scan-jobs.ts'
import type { ScannedSlice, ScanWork } from './scanner.ts'
import type { Slice } from './slice.ts'

type Pending = {
  job: ScanJob
  resolve: (result: ScannedSlice) => void
  reject: (error: unknown) => void
}

/** A thread ended before it finished its jobs. */
export class BrokenThread extends Error {
  override name = 'BrokenThread'
}

/** One job runs and one waits at the thread, so the thread never idles between two. */
const jobsAtOnce = 2

/** Threads that hold one wallet's view secret for the duration of a refresh. */
export class ScanPool implements ScanWork {
  readonly #own: ScanWork
  readonly #threads = new Set<ScanThread>()
  /** The jobs of each ready thread, in order. */
  readonly #inHand = new Map<ScanThread, Pending[]>()
  readonly #waiting: Pending[] = []
  #isClosed = false

  /** @param own - Does the work where no thread can be started. */
  constructor({ count, start }: ScanThreads, viewSecret: Uint8Array, own: ScanWork) {
    this.#own = own
    for (let i = 0; i < count; i++) this.#start(start(), viewSecret)
  }

  scan(slice: Slice, from: number): Promise<ScannedSlice> {
    if (this.#isClosed) return Promise.reject(closed())
    return new Promise((resolve, reject) => {
      this.#waiting.push({ job: { slice, from }, resolve, reject })
      this.#next()
    })
  }

  close(): void {
    this.#isClosed = true
    for (const thread of this.#threads) thread.post('end', [])
    for (const { reject } of [...this.#waiting.splice(0), ...[...this.#inHand.values()].flat()])
      reject(closed())
    this.#inHand.clear()
  }

  #start(thread: ScanThread, viewSecret: Uint8Array) {
    this.#threads.add(thread)
    thread.listen(
      (report) => this.#received(thread, report as ScanReport),
      () => this.#ended(thread),
    )
    thread.post({ viewSecret }, [])
  }

  #next() {
    for (let thread = this.#freest(); thread; thread = this.#freest()) {
      const pending = this.#waiting.shift()
      if (!pending) return
      this.#inHand.get(thread)!.push(pending)
      thread.post(pending.job, buffersIn(pending.job))
    }
    if (this.#threads.size === 0)
      for (const { job, resolve, reject } of this.#waiting.splice(0))
        this.#own.scan(job.slice, job.from).then(resolve, reject)
  }

  /** The thread with the fewest jobs, unless all have enough. */
  #freest(): ScanThread | undefined {
    let [freest, least]: [ScanThread | undefined, number] = [undefined, jobsAtOnce]
    for (const [thread, { length }] of this.#inHand)
      if (length < least) [freest, least] = [thread, length]
    return freest
  }

  #received(thread: ScanThread, report: ScanReport) {
    if (this.#isClosed) return
    if (report === 'ready') this.#inHand.set(thread, [])
    const pending = report === 'ready' ? undefined : this.#inHand.get(thread)?.shift()
    this.#next()
    if (!pending || report === 'ready') return
    try {
      pending.resolve(resultOf(report))
    } catch (error) {
      pending.reject(error)
    }
  }

  #ended(thread: ScanThread) {
    this.#threads.delete(thread)
    for (const { reject } of this.#inHand.get(thread) ?? []) reject(new BrokenThread())
    this.#inHand.delete(thread)
    this.#next()
  }
}

const closed = () => new Error('scanner: closed')
