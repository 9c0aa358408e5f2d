import { multisigErrorText } from './error-text.ts'

/** The task of a button: whether it runs, and why the last run failed. One run at a time. */
export class Task {
  busy = $state(false)
  error = $state<string>()

  async run(task: () => Promise<void>) {
    if (this.busy) return
    this.busy = true
    this.error = undefined
    try {
      await task()
    } catch (error) {
      this.error = multisigErrorText(error)
    } finally {
      this.busy = false
    }
  }
}
