/**
 * Reading and looking through blocks: little of it on the engine's own thread, much on others.
 *
 * @module
 */
import { Breath } from '../breath.ts'
import type { Clock, Ports } from '../ports.ts'
import { look, type Looked } from './look.ts'
import { readAnswer, type Read } from './read-answer.ts'
import { ScanPool } from './scan-pool.ts'
import { transactionsIn, type Slice } from './slice.ts'

/** A slice after it was looked through: the same one, or the one that came back from a thread. */
export type Scanned = { slice: Slice; looked: Looked[] }

/** What can be done on any thread. Bytes that are handed in are not the caller's any more. */
export type ScanWork = {
  /** @see readAnswer */
  read(answer: Uint8Array): Promise<Read | 'whole'>
  /** @param from - The first transaction to look at. @see look */
  look(slice: Slice, from: number): Promise<Scanned>
}

/** Looks through blocks for one wallet, as long as a refresh lasts. */
export type Scanner = ScanWork & {
  /** Slices to give it at a time, so that none of its threads waits. */
  readonly atOnce: number
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
  const others = () =>
    (pool ??= ports.scanThreads && new ScanPool(ports.scanThreads, viewSecret, own))
  return {
    get atOnce() {
      return pool ? pool.atOnce : own.atOnce
    },
    read: (answer) => ((answer.length > littleBytes && others()) || own).read(answer),
    look: (slice, from) =>
      ((transactionsIn(slice) - from > littleTransactions && others()) || own).look(slice, from),
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
  let isClosed = false
  return {
    atOnce: 1,
    read: async (answer) => readAnswer(answer, crypto),
    async look(slice, from) {
      const looked: Looked[] = []
      const end = transactionsIn(slice)
      for (let at = from; at < end;) {
        const to = Math.min(end, at + breath.size)
        looked.push(look(crypto, viewSecret, slice, at, to))
        at = to
        await breath.pause()
        if (isClosed) throw new Error('scanner: closed')
      }
      return { slice, looked }
    },
    close() {
      isClosed = true
    },
  }
}
