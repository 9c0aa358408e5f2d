import { multisigErrorText } from './error-text.ts'

/** The task of a button: whether it runs, and why the last run failed. One run at a time. */
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
      this.fault = multisigErrorText(error)
    } finally {
      this.busy = false
    }
  }
}
