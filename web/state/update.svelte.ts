import type { Component } from 'svelte'
import { registerSW } from 'virtual:pwa-register'
import type { Release } from '#protocol/release.ts'
import { builtIn } from '../release/built-in.ts'
import type { BuiltIn, Refusal } from '../release/check-release.ts'
import type { Guard } from '../release/guard.ts'
import { newVersion, type VersionStep } from './new-version.ts'

/** A new version that is refused, and the screen that says why. */
type Refused = {
  refusal: Refusal
  again: Guard['again']
  Screen: Component<Pick<Refused, 'refusal' | 'again'>>
}

/** A new version of the page. It starts when the user agrees, never during a payment. */
class Update {
  #step = $state<VersionStep>()
  #guard: Guard | undefined
  /** The new version of a signed page, once it is checked. */
  release = $state.raw<Release>()
  refused = $state.raw<Refused>()
  readonly #start = newVersion(registerSW, (step) => (this.#step = step))

  constructor() {
    if (builtIn) void this.#watch(builtIn, navigator.serviceWorker)
  }

  /** Undefined without a new version, until it is checked, and after the user postponed it. */
  get step() {
    return builtIn && !this.release ? undefined : this.#step
  }

  /** Starts the new version. */
  start() {
    this.#guard?.starts()
    this.#start()
  }

  postpone() {
    this.#step = undefined
  }

  /** The code is loaded before it is needed: later, another service worker could answer with its own. */
  async #watch(present: BuiltIn, container?: ServiceWorkerContainer) {
    const controller = container?.controller ?? null
    const registration = await container?.ready
    if (!container || !registration) return
    const [{ guardUpdates }, { default: Screen }] = await Promise.all([
      import('../release/guard.ts'),
      import('../release/RefusedVersion.svelte'),
    ])
    const guard = guardUpdates({ registration, container, controller }, present, {
      onAccepted: (release) => {
        this.release = release
        if (release) this.refused = undefined
      },
      onRefused: (refusal) => (this.refused = { refusal, Screen, again: () => guard.again() }),
      onWithdrawn: () => (this.refused = undefined),
    })
    this.#guard = guard
  }
}

export const update = new Update()
