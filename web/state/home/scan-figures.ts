import { showBytes } from '../../format/size.ts'
import { showPace, showRemaining } from '../../format/time.ts'
import { text } from '../../languages/text.ts'
import type { Session } from '../session.svelte.ts'
import type { WalletState } from '../wallet.svelte.ts'

/** A scan of fewer blocks ends before its figures can be read. */
const leastBlocks = 1000n

type Scan = Pick<
  WalletState,
  'height' | 'target' | 'remainingSeconds' | 'transactionsPerSecond' | 'downloadedBytes'
>

/**
 * Time left, pace and download of a long scan, as far as they are known.
 *
 * Read it in a component: it follows the state.
 */
export function scanFigures({ state, online }: Pick<Session, 'state' | 'online'>, scan: Scan) {
  const { remainingSeconds, transactionsPerSecond, downloadedBytes } = scan
  const isStopped = online === false || state?.offline !== undefined
  if (isStopped || scan.target - scan.height <= leastBlocks) return []
  return [
    ...(remainingSeconds ? [showRemaining(remainingSeconds)] : []),
    ...(transactionsPerSecond ? [showPace(transactionsPerSecond)] : []),
    ...(downloadedBytes ? [text(`${showBytes(downloadedBytes)} downloaded`)] : []),
  ]
}
