/**
 * A wallet's events as a stream of Server-Sent Events.
 *
 * @module
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html
 */
import type { ServerResponse } from 'node:http'
import { stringifyJson } from '#protocol/json.ts'
import type { Service } from '../../worker/engine/service.ts'
import {
  followWalletChanges,
  type WalletChange,
} from '../../worker/engine/ledger/wallet-changes.ts'
import {
  walletMark,
  cursorAt,
  readCursor,
  writeCursor,
  type Cursor,
} from '../../worker/engine/ledger/cursor.ts'
import type { Wallet } from '../../worker/engine/wallet.ts'

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
 * `wallet` says which is open, `progress` how far it is. `received`, `confirmed`, `unlocked` and `reorganised`
 * say in `id` which happening they tell; the id of the event itself is the place to go on from, which
 * `wallet` has too, so that who hears nothing else can go on.
 *
 * @param lastId - Of the last event that the listener has; without one, or with a strange one, it begins now.
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
  let given = lastId
  /** By marks of wallets: where each was left that was told of here. */
  const left = new Map<string, Cursor>()
  const unwatch = service.watch((wallet) => {
    end?.()
    end = undefined
    if (!isMeant()) {
      tell('wallet', { open: false, name: '' })
      return void response.end()
    }
    if (!wallet) return tell('wallet', { open: false, name: '' })
    const mark = walletMark(wallet.store)
    const last = given === undefined ? undefined : readCursor(given, wallet.store)
    const place = left.get(mark) ?? last ?? cursorAt(wallet, wallet.sync.view())
    given = undefined
    end = follow(wallet, place, (name, content, heard) => {
      if (heard) left.set(mark, heard)
      tell(name, content, heard && writeCursor(mark, heard))
    })
  })
  try {
    await new Promise((resolve) => response.once('close', resolve))
  } finally {
    clearInterval(beat)
    unwatch()
    end?.()
  }
}

/** @param heard - The place to go on from, where the event has one. */
type Tell = (name: string, content: object, heard?: Cursor) => void

function follow(wallet: Wallet, place: Cursor, tell: Tell): () => void {
  tell('wallet', { open: true, name: wallet.name }, place)
  const endOfProgress = wallet.events.subscribe((event) => {
    if (event.name === 'progress') tell('progress', progressOf(event))
  })
  const end = followWalletChanges(wallet, place, (happening, heard) =>
    tell(happening.name, shown(happening), heard),
  )
  return () => {
    endOfProgress()
    end()
  }
}

const progressOf = ({ height, target }: { height: bigint; target: bigint }) => ({ height, target })

/** Names and shapes as `get_transfers` has them. */
function shown(happening: WalletChange): object {
  const { id, height } = happening
  if (happening.name === 'reorganised') return { id, height, detached: happening.detached }
  const { txid, type, amount, subaddress } = happening
  const subaddr_index = { major: subaddress.account, minor: subaddress.address }
  return { id, txid, type, amount, height, subaddr_index }
}
