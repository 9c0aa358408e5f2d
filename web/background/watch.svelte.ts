/**
 * What the page does while a wallet is open and another window is in front.
 *
 * @module
 */
import type { Session } from '../state/session.svelte.ts'
import type { WalletState } from '../state/wallet.svelte.ts'
import { storeLastScan } from './last-scan.ts'
import { registerNodeCheck } from './node-check.ts'
import { Announcements, isInSight } from './announcements.ts'
import { PaymentFinder } from './payments.ts'
import { backgroundSettings } from './settings.svelte.ts'
import { WakeLock } from './wake-lock.ts'

/** Blocks of a scan that is worth a screen that stays on: more than a day. */
const longScan = 1_000n

/** @returns Ends it, when the wallet is locked. */
export function watch(session: Session, wallet: WalletState): () => void {
  const finder = new PaymentFinder(session.client)
  const announcements = new Announcements()
  const wakeLock = new WakeLock()
  let searching = Promise.resolve()
  let registering = Promise.resolve()

  async function search() {
    const { height } = wallet
    const pool = wallet.transfers?.filter(({ type }) => type === 'pool') ?? []
    const found = await finder.find(height, pool)
    if (session.wallet === wallet) announcements.announce(found, backgroundSettings.notify)
  }

  const stopEffects = $effect.root(() => {
    // Again after the user chose another node, or keeps the wallet offline.
    $effect(() => {
      void session.node
      const isOffline = session.state?.offline !== undefined
      registering = registering.then(() => registerNodeCheck(isOffline))
    })
    $effect(() => {
      // The list of transfers is read again after each change.
      if (!wallet.synced || !wallet.transfers) return
      storeLastScan({ wallet: wallet.name, seconds: Math.floor(Date.now() / 1000) })
      // One at a time. A wallet that was closed in the meantime answers with an error.
      searching = searching.then(search).catch(() => {})
    })
    $effect(() => {
      const isLong = !wallet.synced && wallet.target - wallet.height > longScan
      wakeLock.want(backgroundSettings.keepAwake && isLong)
    })
  })
  const onSight = () => {
    if (document.visibilityState === 'visible') void wakeLock.renew()
    if (isInSight()) announcements.seen()
  }
  addEventListener('focus', onSight)
  document.addEventListener('visibilitychange', onSight)
  return () => {
    stopEffects()
    removeEventListener('focus', onSight)
    document.removeEventListener('visibilitychange', onSight)
    wakeLock.want(false)
    announcements.lock()
  }
}
