/**
 * `nightjar-node --export-feed`: writes the chunks of the scan feed that a node has blocks for.
 *
 * @module
 */
import { firstAvailable } from '../../proxy/hosts/upstreams.ts'
import type { FeedEvent } from '../../proxy/feed/feed-builder.ts'
import type { OpenBackend } from '../node/upstreams.ts'
import { ProgramError } from '../process/program-error.ts'
import { isOfNode } from '../../proxy/feed/feed-errors.ts'
import { feedPorts } from './feed-ports.ts'
import { openFeed } from './open-feed.ts'

export type ExportOptions = {
  folder: string
  /** Height of the first block; undefined for the whole chain, or where the feed in the folder begins. */
  fromHeight: number | undefined
}

/**
 * Exports until the feed is complete, or the program is stopped; what is written by then stays.
 *
 * @param program - URL of the program's file.
 * @throws ProgramError For what the node answers, or does not.
 */
export async function exportUntil(
  stopped: Promise<void>,
  { folder, fromHeight }: ExportOptions,
  { nodes = [], close }: OpenBackend,
  program: string,
): Promise<void> {
  const stop = new AbortController()
  void stopped.then(() => stop.abort())
  const report = (event: FeedEvent) => console.log(lineOf(event))
  const ports = await feedPorts(program)
  try {
    const { feed, builder } = await openFeed({
      folder,
      node: firstAvailable(nodes),
      signal: stop.signal,
      report,
      ...(fromHeight !== undefined && { fromHeight }),
      ...ports,
    })
    await builder.catchUp()
    console.log(`${folder}: ${feed.count} chunks of ${feed.network}`)
  } catch (error) {
    if (stop.signal.aborted) return console.log(`${folder}: stopped; the next export continues`)
    throw isOfNode(error) ? new ProgramError(`upstream: ${error.message}`) : error
  } finally {
    await ports.close()
    await close()
  }
}

function lineOf(event: FeedEvent): string {
  const { name, from, to } = event
  const blocks = `Blocks ${from} to ${to - 1}`
  if (name === 'removed') return `${blocks} were replaced by a reorganisation`
  if (name === 'restored') return `${blocks}: a damaged file was written again`
  if (name === 'members') return `${blocks}: ${event.bytes} bytes of ring members`
  const { complete, scan } = event.files
  const line = `${blocks} of ${event.length}: ${complete.bytes} bytes complete, ${scan.bytes} bytes for scanning`
  return event.memberBytes > 0 ? `${line}, ${event.memberBytes} bytes of ring members` : line
}
