/**
 * Hands scan jobs to threads, in the order in which they came.
 *
 * @module
 */
import type { ScanThread, ScanThreads } from '../base/ports.ts'
import { buffersIn, resultOf, type ScanJob, type ScanReport } from './scan-jobs.ts'
import type { ScannedSlice, ScanWork } from './scanner.ts'
import type { Slice } from './slice.ts'

type Result = Slice | 'whole' | ScannedSlice
type Pending = {
  job: ScanJob
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

/** A thread ended with what it had in hand. */
export class BrokenThread extends Error {
  override name = 'BrokenThread'
}

/** One that is done, and one that waits at the thread: so that it need not wait for us in between. */
const jobsAtOnce = 2

/** Threads that know one wallet's view secret, as long as a refresh lasts. */
export class ScanPool implements ScanWork {
  readonly #own: ScanWork
  readonly #threads = new Set<ScanThread>()
  /** What each thread that can do jobs has in hand, which it does in order. */
  readonly #inHand = new Map<ScanThread, Pending[]>()
  /** The next download waits for what an answer holds: it is read before anything is looked through. */
  readonly #reads: Pending[] = []
  readonly #looks: Pending[] = []
  #isClosed = false

  /** @param own - Does the work where no thread can be started. */
  constructor({ count, start }: ScanThreads, viewSecret: Uint8Array, own: ScanWork) {
    this.#own = own
    for (let i = 0; i < count; i++) this.#start(start(), viewSecret)
  }

  read(piece: Uint8Array<ArrayBuffer>): Promise<Slice | 'whole'> {
    return this.#do({ read: piece }, this.#reads) as Promise<Slice | 'whole'>
  }

  scan(slice: Slice, from: number): Promise<ScannedSlice> {
    return this.#do({ look: slice, from }, this.#looks) as Promise<ScannedSlice>
  }

  close(): void {
    this.#isClosed = true
    for (const thread of this.#threads) thread.post('end', [])
    const waiting = [...this.#reads.splice(0), ...this.#looks.splice(0)]
    for (const { reject } of [...waiting, ...[...this.#inHand.values()].flat()]) reject(closed())
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

  #do(job: ScanJob, queue: Pending[]): Promise<Result> {
    if (this.#isClosed) return Promise.reject(closed())
    return new Promise<Result>((resolve, reject) => {
      queue.push({ job, resolve, reject })
      this.#next()
    })
  }

  #next() {
    for (let thread = this.#freest(); thread; thread = this.#freest()) {
      const pending = this.#reads.shift() ?? this.#looks.shift()
      if (!pending) return
      this.#inHand.get(thread)!.push(pending)
      thread.post(pending.job, buffersIn(pending.job))
    }
    if (this.#threads.size === 0)
      for (const { job, resolve, reject } of [...this.#reads.splice(0), ...this.#looks.splice(0)])
        this.#doOurselves(job).then(resolve, reject)
  }

  /** The thread with the least in hand, unless that is enough. */
  #freest(): ScanThread | undefined {
    let [freest, least]: [ScanThread | undefined, number] = [undefined, jobsAtOnce]
    for (const [thread, { length }] of this.#inHand)
      if (length < least) [freest, least] = [thread, length]
    return freest
  }

  #doOurselves(job: ScanJob): Promise<Result> {
    return 'read' in job ? this.#own.read(job.read) : this.#own.scan(job.look, job.from)
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
