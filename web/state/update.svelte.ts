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

/** A page whose engine does not start needs its next version most. */
const mostWaitMs = 10_000

/** A new version of the page. It starts when the user agrees, never during a payment. */
class Update {
  #step = $state<VersionStep>()
  #guard: Guard | undefined
  /** The new version of a signed page, once it is checked. */
  release = $state.raw<Release>()
  refused = $state.raw<Refused>()
  #start = () => {}

  constructor() {
    if (builtIn) void this.#watch(builtIn, navigator.serviceWorker)
  }

  /**
   * Registers the service worker. It loads all files of the page, so the first screen and the engine come first.
   *
   * @param started - When the engine has started.
   */
  async register(started: Promise<void>) {
    const late = new Promise<void>((resolve) => setTimeout(resolve, mostWaitMs))
    await Promise.race([started, late])
    this.#start = newVersion(
      (on) => registerSW({ ...on, immediate: true }),
      (step) => (this.#step = step),
    )
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
