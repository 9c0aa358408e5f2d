import { registerSW } from 'virtual:pwa-register'
import { newVersion, type VersionStep } from './new-version.ts'

/** A new version of the page. It starts when the user agrees, never during a payment. */
class Update {
  /** Undefined without a new version, and after the user postponed it. */
  step = $state<VersionStep>()
  /** Starts the new version. */
  readonly start = newVersion(registerSW, (step) => (this.step = step))
}

export const update = new Update()
