/**
 * Scans slices: a few transactions on the engine's own thread, many on other threads.
 *
 * @module
 */
import { TimeSlice } from '../base/time-slice.ts'
import type { Clock, Ports } from '../base/ports.ts'
import { SerialQueue } from '#protocol/serial-queue.ts'
import { scanBlocks, type ScanResult } from './scan-blocks.ts'
import { ScanPool } from './scan-pool.ts'
import { transactionsIn, type Slice } from './slice.ts'

/** A scanned slice: the same object, or the copy that a thread returned. */
export type ScannedSlice = { slice: Slice; results: ScanResult[] }

/** Work that any thread can do. The caller gives up the slice's buffers. */
export type ScanWork = {
  /** @param from - The first transaction to scan. @see look */
  scan(slice: Slice, from: number): Promise<ScannedSlice>
}

/** Scans for one wallet, as long as a refresh lasts. */
export type Scanner = ScanWork & {
  /** Scans that are not finished reject. */
  close(): void
}

type ScannerPorts = Pick<Ports, 'crypto' | 'clock' | 'scanThreads'>

/** Less than this is not worth the start of a thread: it takes a few hundredths of a second. */
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
    scan(slice, from) {
      bytes += slice.bytes.length
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
  const requireOpen = () => {
    if (isClosed) throw new Error('scanner: closed')
  }
  const pause = async () => {
    await clock.sleep(0)
    requireOpen()
  }
  async function lookThrough(slice: Slice, from: number): Promise<ScannedSlice> {
    const results: ScanResult[] = []
    const end = transactionsIn(slice)
    for (let at = from; at < end;) {
      requireOpen()
      const to = Math.min(end, at + timeSlice.size)
      results.push(await scanBlocks(crypto, viewSecret, slice, at, to, pause))
      at = to
      await timeSlice.pause()
    }
    return { slice, results }
  }
  return {
    scan: (slice, from) => queue.take(() => lookThrough(slice, from)),
    close() {
      isClosed = true
    },
  }
}
