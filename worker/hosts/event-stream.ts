/**
 * A wallet's events as a stream of Server-Sent Events.
 *
 * @module
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html
 */
import type { ServerResponse } from 'node:http'
import { stringifyJson } from '#protocol/json.ts'
import type { Service } from '../engine/service.ts'
import { followHappenings, type Happening } from '../engine/transfers/happenings.ts'
import type { Wallet } from '../engine/wallet.ts'

/**
 * A listener that has more than this unread at a beat is let go; it comes back with the last id it read.
 * Not before: all that it missed is written in one turn, in which nothing can be read.
 */
const mostUnread = 1024 * 1024

/** So that a connection that broke is noticed, also by what stands between. */
const beatMs = 15_000

const retryMs = 3_000

/**
 * Tells of the service's open wallet, and of the one that takes its place, until the listener goes.
 *
 * `wallet` says which is open, `progress` how far it is; `received`, `confirmed`, `unlocked` and
 * `reorganised` have ids to go on from.
 *
 * @param lastId - Of the last event that the listener has, of the wallet that is open now.
 * @param isMeant - Whether the service is still the one that the listener asked for. Once it is not,
 *   the stream ends, and the listener that comes back is led to the right one.
 * @returns Resolves when the connection has ended.
 */
export async function streamEvents(
  service: Service,
  response: ServerResponse,
  lastId: string | undefined,
  isMeant: () => boolean,
): Promise<void> {
  // It tells what get_transfers tells, which is refused then.
  if (service.restricted) {
    response.writeHead(403, { 'Content-Type': 'text/plain' })
    return void response.end('Command unavailable in restricted mode.\n')
  }
  response.writeHead(200, {
    'Content-Type': 'text/event-stream',
    'Cache-Control': 'no-store',
    // Otherwise a proxy in front may collect them.
    'X-Accel-Buffering': 'no',
  })
  const write = (text: string) => {
    if (!response.writableEnded) response.write(text)
  }
  const tell = (name: string, content: object, id?: string) => {
    const data = stringifyJson(content)
    write(`${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata: ${data}\n\n`)
  }
  write(`retry: ${retryMs}\n\n`)
  const beat = setInterval(() => {
    if (response.writableLength > mostUnread) response.destroy()
    else if (isMeant()) write(':\n\n')
    else response.end()
  }, beatMs)
  let end: (() => void) | undefined
  let last = lastId
  const unwatch = service.watch((wallet) => {
    end?.()
    end = undefined
    if (!isMeant()) {
      tell('wallet', { open: false, name: '' })
      return void response.end()
    }
    tell('wallet', { open: wallet !== undefined, name: wallet?.name ?? '' })
    if (wallet) end = follow(wallet, last, tell)
    if (wallet) last = undefined
  })
  try {
    await new Promise((resolve) => response.once('close', resolve))
  } finally {
    clearInterval(beat)
    unwatch()
    end?.()
  }
}

type Tell = (name: string, content: object, id?: string) => void

function follow(wallet: Wallet, lastId: string | undefined, tell: Tell): () => void {
  const endOfProgress = wallet.events.subscribe((event) => {
    if (event.name === 'progress') tell('progress', progressOf(event))
  })
  const end = followHappenings(wallet, lastId, (happening) =>
    tell(happening.name, shown(happening), happening.id),
  )
  return () => {
    endOfProgress()
    end()
  }
}

const progressOf = ({ height, target }: { height: bigint; target: bigint }) => ({ height, target })

/** Names and shapes as `get_transfers` has them. */
function shown(happening: Happening): object {
  const { height } = happening
  if (happening.name === 'reorganised') return { height, detached: happening.detached }
  const { txid, type, amount, subaddress } = happening
  const subaddr_index = { major: subaddress.account, minor: subaddress.address }
  return { txid, type, amount, height, subaddr_index }
}
