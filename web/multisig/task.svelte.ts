import { explainShared } from './fault.ts'

/** What a button starts: whether it runs, and what was wrong the last time. Once at a time. */
export class Task {
  busy = $state(false)
  fault = $state<string>()

  async run(task: () => Promise<void>) {
    if (this.busy) return
    this.busy = true
    this.fault = undefined
    try {
      await task()
    } catch (error) {
      this.fault = explainShared(error)
    } finally {
      this.busy = false
    }
  }
}
