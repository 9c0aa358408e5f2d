/**
 * Listens to the events of a light node. Loaded on demand.
 *
 * @module
 */
import { parseJson } from '#protocol/json/json.ts'
import { poolDocument, poolEvent, poolName, tipEvent, type TipEvent } from '#protocol/feed/live.ts'
import { isHex } from '#protocol/hex.ts'
import type { BodyReader } from '#protocol/upstream.ts'
import { requireOfDaemon } from '../../base/daemon-errors.ts'
import type { Daemon } from '../../base/ports.ts'
import { EventReader } from './event-reader.ts'
import { LivePool } from './live-pool.ts'

export type Listener = {
  /** Called with the pool, and again when it changed. */
  onPool: (pool: LivePool) => void
  /** Called with the top block of the node, first when the connection begins. */
  onTip: (tip: TipEvent) => void
}

/**
 * Reads events until the connection ends.
 *
 * @throws InvalidDaemonData, FieldError or JsonError for events that are not what a light node sends; ConnectionError.
 */
export async function listen(
  daemon: Pick<Daemon, 'feedFile'>,
  body: BodyReader,
  { onPool, onTip }: Listener,
): Promise<void> {
  const events = new EventReader(body)
  let pool: LivePool | undefined
  for (let event = await events.next(); event; event = await events.next()) {
    if (event.event === 'tip') {
      const tip = tipEvent.parse(parseJson(event.data), '')
      requireOfDaemon(isHex(tip.id, 32), 'the id of the top block is not hex')
      onTip(tip)
    } else if (event.event === 'pool') {
      const change = poolEvent.parse(parseJson(event.data), '')
      // The first event has no changes: the pool is read from here on, or again after a missing change.
      if (!pool || pool.apply(change).isMissed) pool = await requested(daemon)
      if (!pool) return
      onPool(pool)
    }
  }
}

async function requested({ feedFile }: Pick<Daemon, 'feedFile'>): Promise<LivePool | undefined> {
  const bytes = await feedFile?.(poolName, true)
  return bytes && new LivePool(poolDocument.parse(parseJson(new TextDecoder().decode(bytes)), ''))
}
