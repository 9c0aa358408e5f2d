/**
 * Reading and looking through blocks: little of it on the engine's own thread, much on others.
 *
 * @module
 */
import { TimeSlice } from '../base/time-slice.ts'
import type { Clock, Ports } from '../base/ports.ts'
import { SerialQueue } from '../base/serial-queue.ts'
import { scanBlocks, type ScanResult } from './scan-blocks.ts'
import { readPiece } from './read-piece.ts'
import { ScanPool } from './scan-pool.ts'
import { transactionsIn, type Slice } from './slice.ts'

/** A slice after it was looked through: the same one, or the one that came back from a thread. */
export type ScannedSlice = { slice: Slice; results: ScanResult[] }

/** What can be done on any thread. Bytes that are handed in are not the caller's any more. */
export type ScanWork = {
  /** @see readPiece */
  read(piece: Uint8Array<ArrayBuffer>): Promise<Slice | 'whole'>
  /** @param from - The first transaction to look at. @see look */
  scan(slice: Slice, from: number): Promise<ScannedSlice>
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
    scan(slice, from) {
      transactions += transactionsIn(slice) - from
      return scanner().scan(slice, from)
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
  const timeSlice = new TimeSlice(clock)
  const queue = new SerialQueue()
  let isClosed = false
  async function lookThrough(slice: Slice, from: number): Promise<ScannedSlice> {
    const results: ScanResult[] = []
    const end = transactionsIn(slice)
    for (let at = from; at < end;) {
      if (isClosed) throw new Error('scanner: closed')
      const to = Math.min(end, at + timeSlice.size)
      results.push(scanBlocks(crypto, viewSecret, slice, at, to))
      at = to
      await timeSlice.pause()
    }
    return { slice, results }
  }
  return {
    read: async (piece) => readPiece(piece, crypto),
    scan: (slice, from) => queue.take(() => lookThrough(slice, from)),
    close() {
      isClosed = true
    },
  }
}
