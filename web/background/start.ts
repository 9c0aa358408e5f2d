import type { Session } from '../state/session.svelte.ts'
import type { WalletState } from '../state/wallet.svelte.ts'

/** Announces payments and keeps the screen on while this wallet is open. @returns Ends it. */
export function watchInBackground(session: Session, wallet: WalletState): () => void {
  let stop: (() => void) | undefined
  let isEnded = false
  import('./watch.svelte.ts').then(
    ({ watch }) => {
      if (!isEnded) stop = watch(session, wallet)
    },
    // Without a connection there are no notifications. The wallet works as before.
    () => {},
  )
  return () => {
    isEnded = true
    stop?.()
  }
}
