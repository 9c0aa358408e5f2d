import { text } from '../../languages/text.ts'
import type { Session } from '../session.svelte.ts'
import type { WalletState } from '../wallet.svelte.ts'

/** What the page knows about the node and the scan, as a few words and a mark. */
export type SyncStatus = { words: string; mark: 'good' | 'warning' | 'offline' | 'none' }

/** Read it in a component: it follows the state. */
export function syncStatus(
  { state, online, problem }: Pick<Session, 'state' | 'online' | 'problem'>,
  wallet: Pick<WalletState, 'comparison' | 'upToDate' | 'synced' | 'checking' | 'target'>,
): SyncStatus {
  if (state?.offline) return { words: text('Kept offline'), mark: 'offline' }
  if (online === false)
    return { words: problem ? text('Sync problem') : text('Offline'), mark: 'offline' }
  if (wallet.comparison?.disagreement) return { words: text('Nodes disagree'), mark: 'warning' }
  if (wallet.upToDate) return { words: text('Up to date'), mark: 'good' }
  if (wallet.synced && wallet.checking) return { words: text('Checking new blocks'), mark: 'none' }
  if (wallet.synced) return { words: text('No recent blocks'), mark: 'warning' }
  if (wallet.target > 0n) return { words: text('Scanning'), mark: 'none' }
  return { words: text('Connecting…'), mark: 'none' }
}
