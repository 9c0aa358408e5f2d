/**
 * Logs what the builder of a feed does, with the time that each chunk took.
 *
 * @module
 */
import type { EventLog } from '../metrics/event-log.ts'
import type { FeedEvent } from './feed-builder.ts'

/** @param nowMs - A monotonic clock. */
export function chunkLog(log: EventLog, nowMs: () => number) {
  let startedMs = nowMs()
  const chunks = {
    onReorganisation: () => {},
    /** The builder begins to add chunks. */
    begin: () => void (startedMs = nowMs()),
    report(event: FeedEvent) {
      const { name, from: height, to } = event
      const blocks = to - height
      if (name === 'restored') return log({ event: 'chunk_restored', height, blocks })
      if (name === 'removed') {
        chunks.onReorganisation()
        return log({ event: 'reorganisation', height, depth: blocks })
      }
      const ms = Math.round(nowMs() - startedMs)
      if (name === 'members')
        log({ event: 'members_written', height, blocks, bytes: event.bytes, ms })
      else {
        const { complete, scan } = event.files
        const bytes = complete.bytes + scan.bytes + event.memberBytes
        log({ event: 'chunk_written', height, blocks, bytes, ms })
      }
      chunks.begin()
    },
  }
  return chunks
}
