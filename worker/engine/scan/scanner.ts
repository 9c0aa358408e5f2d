/**
 * Reading and looking through blocks: little of it on the engine's own thread, much on others.
 *
 * @module
 */
import { Breath } from '../base/time-slice.ts'
import type { Clock, Ports } from '../base/ports.ts'
import { Turns } from '../base/serial-queue.ts'
import { look, type Looked } from './scan-blocks.ts'
import { readPiece } from './read-piece.ts'
import { ScanPool } from './scan-pool.ts'
import { transactionsIn, type Slice } from './slice.ts'

/** A slice after it was looked through: the same one, or the one that came back from a thread. */
export type Scanned = { slice: Slice; looked: Looked[] }

/** What can be done on any thread. Bytes that are handed in are not the caller's any more. */
export type ScanWork = {
  /** @see readPiece */
  read(piece: Uint8Array<ArrayBuffer>): Promise<Slice | 'whole'>
  /** @param from - The first transaction to look at. @see look */
  look(slice: Slice, from: number): Promise<Scanned>
}

/** Looks through blocks for one wallet, as long as a refresh lasts. */
export type Scanner = ScanWork & {
  /** What it was asked for and has not answered rejects. */
  close(): void
}

type ScannerPorts = Pick<Ports, 'crypto' | 'clock' | 'scanThreads'>

/** What takes less than a few hundredths of a second is not worth another thread's start. */
const littleBytes = 256 * 1024
const littleTransactions = 500

/** A scanner that starts its threads once there is enough to do. */
export function startScanner(ports: ScannerPorts, viewSecret: Uint8Array): Scanner {
  const own = ownThread(ports, ports.clock, viewSecret)
  let pool: ScanPool | undefined
  let bytes = 0
  let transactions = 0
  const scanner = () => {
    if (bytes > littleBytes || transactions > littleTransactions)
      pool ??= ports.scanThreads && new ScanPool(ports.scanThreads, viewSecret, own)
    return pool ?? own
  }
  return {
    read(piece) {
      bytes += piece.length
      return scanner().read(piece)
    },
    look(slice, from) {
      transactions += transactionsIn(slice) - from
      return scanner().look(slice, from)
    },
    close() {
      own.close()
      pool?.close()
    },
  }
}

function ownThread(
  { crypto }: Pick<Ports, 'crypto'>,
  clock: Clock,
  viewSecret: Uint8Array,
): Scanner {
  const breath = new Breath(clock)
  const turns = new Turns()
  let isClosed = false
  async function lookThrough(slice: Slice, from: number): Promise<Scanned> {
    const looked: Looked[] = []
    const end = transactionsIn(slice)
    for (let at = from; at < end;) {
      if (isClosed) throw new Error('scanner: closed')
      const to = Math.min(end, at + breath.size)
      looked.push(look(crypto, viewSecret, slice, at, to))
      at = to
      await breath.pause()
    }
    return { slice, looked }
  }
  return {
    read: async (piece) => readPiece(piece, crypto),
    look: (slice, from) => turns.take(() => lookThrough(slice, from)),
    close() {
      isClosed = true
    },
  }
}
