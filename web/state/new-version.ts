/**
 * Replaces the page by a new version of it.
 *
 * @module
 */

/**
 * The new version is installed; it was asked to start; the old one prevents the start (in Chromium a service
 * worker first answers its open requests); it is active from the next load on.
 */
export type VersionStep = 'ready' | 'starting' | 'blocked' | 'started'

/** As `registerSW` of vite-plugin-pwa. @returns A function that starts the new version. */
type Register = (on: { onNeedRefresh: () => void; onNeedReload: () => void }) => () => Promise<void>

/** A start takes less time. */
const startTimeoutMs = 5_000

/** @param onStep - Called at every step. @returns A function that starts the version that is ready. */
export function newVersion(register: Register, onStep: (step: VersionStep) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const start = register({
    onNeedRefresh: () => onStep('ready'),
    onNeedReload() {
      clearTimeout(timer)
      onStep('started')
    },
  })
  return () => {
    onStep('starting')
    clearTimeout(timer)
    timer = setTimeout(() => onStep('blocked'), startTimeoutMs)
    void start()
  }
}
