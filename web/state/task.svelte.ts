import { errorText } from '../format/error-text.ts'

/** The task of a button: whether it runs, and why the last run failed. One run at a time. */
export class Task {
  busy = $state(false)
  error = $state<string>()

  readonly #explain: (error: unknown) => string

  /** @param explain - The text shown for an error. */
  constructor(explain: (error: unknown) => string = errorText) {
    this.#explain = explain
  }

  async run(task: () => Promise<void>) {
    if (this.busy) return
    this.busy = true
    this.error = undefined
    try {
      await task()
    } catch (error) {
      this.error = this.#explain(error)
    } finally {
      this.busy = false
    }
  }
}
