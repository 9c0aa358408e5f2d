/**
 * How a new version of the page takes over from the old one.
 *
 * @module
 */

/**
 * It waits; it was told to start; it does not start, since the old one is still at work (Chromium lets
 * a service worker answer what it was asked before another takes its place); it is there from the next
 * load on.
 */
export type VersionStep = 'ready' | 'starting' | 'held up' | 'started'

/** As `registerSW` of vite-plugin-pwa. @returns Tells the new version to start. */
type Register = (on: { onNeedRefresh: () => void; onNeedReload: () => void }) => () => Promise<void>

/** Longer than a start takes. */
const patienceMs = 5_000

/** @param tell - Hears of every step. @returns Takes the version that is ready. */
export function newVersion(register: Register, tell: (step: VersionStep) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const start = register({
    onNeedRefresh: () => tell('ready'),
    onNeedReload() {
      clearTimeout(timer)
      tell('started')
    },
  })
  return () => {
    tell('starting')
    clearTimeout(timer)
    timer = setTimeout(() => tell('held up'), patienceMs)
    void start()
  }
}
