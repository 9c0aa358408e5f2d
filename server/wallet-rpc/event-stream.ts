/**
 * The events of a wallet as Server-Sent Events.
 *
 * A client that does not read is disconnected at a heartbeat, because it cannot read while one turn writes. It can return
 * with the last id that it read.
 *
 * @module
 */
import { streamSSE } from 'hono/streaming'
import type { ComparisonResult, LedgerWarning } from '../../worker/engine/base/events.ts'
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
import {
  eventText,
  heartbeat,
  heartbeatMs,
  mostUnread,
  streamHeaders,
  streamStart,
} from '../../proxy/server-sent-events.ts'
import { text, type NodeContext } from './app.ts'
import type { Wallets } from './wallets.ts'

/**
 * Answers with the events of a wallet until the client disconnects.
 *
 * @param wallet - Its name; undefined for the wallet that is open.
 */
export function eventStream(
  c: NodeContext,
  wallets: Wallets,
  wallet: string | undefined,
  report: (error: unknown) => void,
): Response {
  const { service, release } = wallets.hold(wallet)
  // Events contain what get_transfers returns, which restricted mode refuses.
  if (service.restricted) {
    release()
    return text(403, 'Command unavailable in restricted mode.\n')
  }
  const lastId = c.req.header('last-event-id')
  const isMeant = () => wallets.isIn(service, wallet)
  const response = streamSSE(c, (stream) => {
    const connection: Connection = {
      write: async (piece) => void (await stream.write(piece)),
      drop: () => void c.env.outgoing.destroy(),
      onClose: (listener) => stream.onAbort(listener),
    }
    // Caught here: the library would send the message to the client.
    return sendEvents(service, connection, lastId, isMeant).catch(report).finally(release)
  })
  for (const [name, value] of Object.entries(streamHeaders)) response.headers.set(name, value)
  return response
}

/** The connection to a client. */
export type Connection = {
  /** Resolves once the piece is on its way. */
  write: (piece: string) => Promise<void>
  /** Disconnects at once. */
  drop: () => void
  /** Calls `listener` when the connection closes. */
  onClose: (listener: () => void) => void
}

/**
 * Sends the events of the service's open wallet, and of the wallet that replaces it.
 *
 * `wallet` names the open wallet, `progress` has its height. The `id` in `received`, `confirmed`, `unlocked`
 * and `reorganised` identifies the change. The id of the event itself is a cursor, with which a client can
 * resume; `wallet` has it too, for a client that receives no other event.
 *
 * @param lastId - The id of the last event that the client has. Without it, or with an unknown id, the
 *   stream begins now.
 * @param isMeant - Whether the service still has the requested wallet. Otherwise the
 *   stream ends, and the client that reconnects gets the right service.
 * @returns Resolves when the stream has ended.
 */
export async function sendEvents(
  service: Service,
  { write, drop, onClose }: Connection,
  lastId: string | undefined,
  isMeant: () => boolean,
): Promise<void> {
  let unread = 0
  let end = () => {}
  const ended = new Promise<void>((resolve) => (end = resolve))
  onClose(end)
  const send = (piece: string) => {
    unread += piece.length
    void write(piece).then(() => (unread -= piece.length))
  }
  const sendEvent = (name: string, data: object, id?: string) => send(eventText({ name, data, id }))
  send(streamStart)
  const beat = setInterval(() => {
    if (unread > mostUnread) drop()
    else if (isMeant()) send(heartbeat)
    else end()
  }, heartbeatMs)
  let unfollow: (() => void) | undefined
  let given = lastId
  /** The cursor in each wallet that this stream had, by the wallet's mark. */
  const left = new Map<string, Cursor>()
  const unwatch = service.watch((wallet) => {
    unfollow?.()
    unfollow = undefined
    if (!isMeant()) {
      sendEvent('wallet', { open: false, name: '' })
      return end()
    }
    if (!wallet) return sendEvent('wallet', { open: false, name: '' })
    const mark = walletMark(wallet.store)
    const last = given === undefined ? undefined : readCursor(given, wallet.store)
    const cursor = left.get(mark) ?? last ?? cursorAt(wallet, wallet.sync.view())
    given = undefined
    unfollow = follow(wallet, cursor, (name, content, next) => {
      if (next) left.set(mark, next)
      sendEvent(name, content, next && writeCursor(mark, next))
    })
  })
  await ended
  clearInterval(beat)
  unwatch()
  unfollow?.()
}

/** @param next - The cursor after the event, where it has one. */
type SendEvent = (name: string, content: object, next?: Cursor) => void

function follow(wallet: Wallet, cursor: Cursor, sendEvent: SendEvent): () => void {
  sendEvent('wallet', { open: true, name: wallet.name }, cursor)
  const endOfProgress = wallet.events.subscribe((event) => {
    if (event.name === 'progress') sendEvent('progress', progressOf(event))
    else if (event.name === 'warning') sendEvent('warning', warningOf(event))
    else if (event.name === 'comparison') sendEvent('comparison', comparisonOf(event))
  })
  const end = followWalletChanges(wallet, cursor, (change, next) =>
    sendEvent(change.name, shown(change), next),
  )
  return () => {
    endOfProgress()
    end()
  }
}

const progressOf = ({ height, target }: { height: bigint; target: bigint }) => ({ height, target })

const warningOf = ({ problem, txid, amount, height }: LedgerWarning) => ({
  problem,
  txid,
  amount,
  ...(height !== undefined && { height }),
})

function comparisonOf({ agreedHeight, disagreement, uncompared }: ComparisonResult) {
  return {
    ...(agreedHeight !== undefined && { agreed_height: agreedHeight }),
    ...(disagreement !== undefined && { disagreement }),
    uncompared,
  }
}

/** Names and shapes as `get_transfers` has them. */
function shown(change: WalletChange): object {
  const { id, height } = change
  if (change.name === 'reorganised') return { id, height, detached: change.detached }
  const { txid, type, amount, subaddress } = change
  const subaddr_index = { major: subaddress.account, minor: subaddress.address }
  return { id, txid, type, amount, height, subaddr_index }
}
