/**
 * Multisig info that other members sent in the present round. A round begins without any, and lasts until
 * funds are spent or new funds arrive.
 *
 * @module
 */
import { withoutInfo, type Progress, type ReceivedInfo } from './progress.ts'

/** Whether some of `incoming` begins a new round. A late first message of a member does not. */
export const startsNewRound = (
  { infoImported, receivedInfo }: Progress,
  incoming: readonly ReceivedInfo[],
  /** Whether new funds arrived since the info of this round was imported. */
  outdated: boolean,
): boolean =>
  infoImported && (outdated || incoming.some((info) => hasOtherFromSender(receivedInfo, info)))

const hasOtherFromSender = (received: readonly ReceivedInfo[], { from, text }: ReceivedInfo) =>
  received.some((info) => info.from === from && info.text !== text)

/** The messages of `incoming` that were not received yet. */
export const newInfo = (
  received: readonly ReceivedInfo[],
  incoming: readonly ReceivedInfo[],
): ReceivedInfo[] => incoming.filter(({ text }) => !received.some((info) => info.text === text))

export const isSameInfo = (one: readonly ReceivedInfo[], other: readonly ReceivedInfo[]): boolean =>
  one.length === other.length && newInfo(one, other).length === 0

/** All received messages; a member's newest replaces its earlier one. */
export function mergeInfo(
  received: readonly ReceivedInfo[],
  incoming: readonly ReceivedInfo[],
): ReceivedInfo[] {
  const bySender = new Map(received.map((info) => [info.from, info]))
  for (const info of incoming) bySender.set(info.from, info)
  return [...bySender.values()]
}

/**
 * The change of progress after new messages.
 *
 * @param imported - Whether this wallet has already imported them, as late messages of the same round.
 */
export function progressAfterInfo(
  progress: Progress,
  incoming: readonly ReceivedInfo[],
  { outdated, imported }: { outdated: boolean; imported: boolean },
): Partial<Progress> {
  // The sender may have seen the new funds before this wallet: such a message counts for the new round.
  const added =
    progress.infoImported && outdated ? incoming : newInfo(progress.receivedInfo, incoming)
  if (added.length === 0) return {}
  if (startsNewRound(progress, incoming, outdated))
    return { ...withoutInfo, receivedInfo: mergeInfo([], added) }
  return {
    receivedInfo: mergeInfo(progress.receivedInfo, added),
    infoImported: progress.infoImported && imported,
  }
}
