import { registerSW } from 'virtual:pwa-register'
import { newVersion, type VersionStep } from './new-version.ts'

/** A new version of the page, which waits until the person takes it and never cuts into a payment. */
class Update {
  /** Undefined without a new version, and once it was put off. */
  step = $state<VersionStep>()
  /** Has the new version start. */
  readonly take = newVersion(registerSW, (step) => (this.step = step))
}

export const update = new Update()
