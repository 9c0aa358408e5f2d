import type { FormContent } from './form-content.ts'
import type { SendRecords } from './send-records.svelte.ts'

/** Time without typing after which a form is stored. */
const pauseMs = 600

/** Stores the content of a form while it is typed. */
export class AutoDraft {
  readonly #records: Pick<SendRecords, 'keep'>
  #waiting: { id: string; content: FormContent; timer: ReturnType<typeof setTimeout> } | undefined

  constructor(records: Pick<SendRecords, 'keep'>) {
    this.#records = records
  }

  /** Stores this content after a pause, unless newer content comes before. */
  schedule(id: string, content: FormContent) {
    if (this.#waiting && this.#waiting.id !== id) this.flush()
    this.cancel()
    this.#waiting = { id, content, timer: setTimeout(() => this.flush(), pauseMs) }
  }

  /** Stores what waits, now. */
  flush() {
    const waiting = this.#waiting
    this.cancel()
    if (waiting) void this.#records.keep(waiting.id, waiting.content)
  }

  /** Drops what waits. */
  cancel() {
    clearTimeout(this.#waiting?.timer)
    this.#waiting = undefined
  }
}
