/**
 * Hands scan jobs to threads: one to a thread at a time, in the order in which they came.
 *
 * @module
 */
import type { ScanThread, ScanThreads } from '../ports.ts'
import type { Read } from './read-answer.ts'
import { buffersIn, resultOf, type ScanJob, type ScanNews } from './scan-jobs.ts'
import type { Scanned, ScanWork } from './scanner.ts'
import type { Slice } from './slice.ts'

type Result = Read | 'whole' | Scanned
type Pending = {
  job: ScanJob
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

/** Threads that know one wallet's view secret, as long as a refresh lasts. */
export class ScanPool implements ScanWork {
  /** One slice more than threads, so that none waits for the next. */
  readonly atOnce: number
  readonly #own: ScanWork
  readonly #threads = new Set<ScanThread>()
  readonly #idle: ScanThread[] = []
  readonly #busy = new Map<ScanThread, Pending>()
  readonly #queue: Pending[] = []
  #isClosed = false

  /** @param own - Does the work where no thread can be started. */
  constructor({ count, start }: ScanThreads, viewSecret: Uint8Array, own: ScanWork) {
    this.atOnce = count + 1
    this.#own = own
    for (let i = 0; i < count; i++) this.#start(start(), viewSecret)
  }

  // The next download waits for what an answer holds: it is read before anything else.
  read(answer: Uint8Array): Promise<Read | 'whole'> {
    return this.#do({ read: answer }, 'first') as Promise<Read | 'whole'>
  }

  look(slice: Slice, from: number): Promise<Scanned> {
    return this.#do({ look: slice, from }, 'last') as Promise<Scanned>
  }

  close(): void {
    this.#isClosed = true
    for (const thread of this.#threads) thread.post('end', [])
    for (const { reject } of [...this.#queue, ...this.#busy.values()]) reject(closed())
    this.#queue.length = 0
    this.#busy.clear()
  }

  #start(thread: ScanThread, viewSecret: Uint8Array) {
    this.#threads.add(thread)
    thread.listen(
      (news) => this.#heard(thread, news),
      () => this.#ended(thread),
    )
    thread.post({ viewSecret }, [])
  }

  #do(job: ScanJob, place: 'first' | 'last'): Promise<Result> {
    if (this.#isClosed) return Promise.reject(closed())
    return new Promise<Result>((resolve, reject) => {
      const pending = { job, resolve, reject }
      if (place === 'first') this.#queue.unshift(pending)
      else this.#queue.push(pending)
      this.#next()
    })
  }

  #next() {
    while (this.#idle.length > 0 && this.#queue.length > 0) {
      const thread = this.#idle.shift()!
      const pending = this.#queue.shift()!
      this.#busy.set(thread, pending)
      thread.post(pending.job, buffersIn(pending.job))
    }
    if (this.#threads.size === 0)
      for (const { job, resolve, reject } of this.#queue.splice(0))
        this.#doOurselves(job).then(resolve, reject)
  }

  #doOurselves(job: ScanJob): Promise<Result> {
    return 'read' in job ? this.#own.read(job.read) : this.#own.look(job.look, job.from)
  }

  #heard(thread: ScanThread, news: ScanNews) {
    const pending = this.#busy.get(thread)
    this.#busy.delete(thread)
    if (this.#isClosed) return
    this.#idle.push(thread)
    this.#next()
    if (!pending || news === 'ready') return
    try {
      pending.resolve(resultOf(news))
    } catch (error) {
      pending.reject(error)
    }
  }

  #ended(thread: ScanThread) {
    this.#threads.delete(thread)
    this.#busy.get(thread)?.reject(new Error('scanner: a thread broke'))
    this.#busy.delete(thread)
    const at = this.#idle.indexOf(thread)
    if (at >= 0) this.#idle.splice(at, 1)
    this.#next()
  }
}

const closed = () => new Error('scanner: closed')
