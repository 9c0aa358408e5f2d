/**
 * Checks every new version of a signed page before it replaces the running one.
 *
 * The running page cannot prevent that a service worker which skips its wait takes over. It notices, as long
 * as it runs. `docs/release.md` says what it cannot notice.
 *
 * @module
 */
import { isNotOlder, type Release } from '#protocol/release.ts'
import { checkRelease, RefusedRelease, type BuiltIn, type Refusal } from './check-release.ts'
import { loadNewFile, type LoadFile } from './load-file.ts'

/** The checked version that a page of this browser has started. A service worker cannot write this storage. */
const storageKey = 'nightjar.started-release'

/** The service workers of a page. The one that the page was loaded with is `controller`. */
type Workers = {
  registration: {
    readonly installing: ServiceWorker | null
    readonly waiting: ServiceWorker | null
    addEventListener: (type: 'updatefound', listener: () => void) => void
  }
  container: {
    readonly controller: ServiceWorker | null
    addEventListener: (type: 'controllerchange', listener: () => void) => void
  }
  controller: ServiceWorker | null
}

type Events = {
  /** The newest version is a release and waits for its start; undefined while it is checked. */
  onAccepted: (release: Release | undefined) => void
  onRefused: (refusal: Refusal) => void
  /** There is no new version any more. */
  onWithdrawn: () => void
}

type Options = { load?: LoadFile; storage?: Pick<Storage, 'getItem' | 'setItem'> }

export type Guard = {
  /** Checks the new version again. */
  again: () => Promise<void>
  /** Informs other tabs that the accepted version is started. */
  starts: () => void
}

/** Watches the service workers as long as the page lives. */
export function guardUpdates(
  { registration, container, controller }: Workers,
  present: BuiltIn,
  { onAccepted, onRefused, onWithdrawn }: Events,
  { load = loadNewFile, storage = localStorage }: Options = {},
): Guard {
  const checked = new WeakSet<ServiceWorker>()
  let accepted: Release | undefined
  /** Nothing that is loaded after a takeover can be trusted. */
  let isTaken = false
  const newest = () => registration.installing ?? registration.waiting

  function accept(release: Release | undefined) {
    if (isTaken) return
    accepted = release
    onAccepted(release)
  }
  function refuse(refusal: Refusal) {
    if (!isTaken) onRefused(refusal)
  }
  async function check(worker: ServiceWorker) {
    accept(undefined)
    try {
      const release = await checkRelease(load, present)
      if (isTaken) return
      checked.add(worker)
      await installed(worker)
      // A still newer one has a check of its own.
      if (worker === newest()) accept(release)
    } catch (error) {
      refuse(error instanceof RefusedRelease ? error.refusal : { reason: 'unreachable' })
    }
  }
  function onNewest() {
    const worker = newest()
    if (worker) void check(worker)
  }
  function onController() {
    const worker = container.controller
    // Another tab may have started the new version before this one has checked it.
    if (!worker || checked.has(worker) || isNewer(storage.getItem(storageKey), present)) return
    refuse({ reason: 'takeover' })
    isTaken = true
  }

  registration.addEventListener('updatefound', onNewest)
  container.addEventListener('controllerchange', onController)
  if (container.controller !== controller) onController()
  onNewest()
  return {
    async again() {
      const worker = newest()
      if (worker) await check(worker)
      else if (!isTaken) onWithdrawn()
    },
    starts() {
      if (!accepted) return
      const { version, date } = accepted
      storage.setItem(storageKey, JSON.stringify({ version, date }))
    },
  }
}

/** Resolves when the installation has ended, successfully or not. */
const installed = (worker: ServiceWorker) =>
  new Promise<void>((resolve) => {
    const onState = () => {
      if (worker.state !== 'installing') resolve()
    }
    worker.addEventListener('statechange', onState)
    onState()
  })

function isNewer(stored: string | null, present: BuiltIn): boolean {
  if (stored === null) return false
  const started = JSON.parse(stored) as Pick<Release, 'version' | 'date'>
  return !isNotOlder(present, started)
}
