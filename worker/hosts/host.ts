/**
 * What the page and the wallet's worker say to each other: calls, events, scanners.
 *
 * @module
 */
import type { ComparisonResult } from '../engine/base/events.ts'
import type { Outcome } from '../rpc/dispatcher.ts'
import type { WireError } from '../rpc/wire-error.ts'
import type { SlicedCalls } from './slices.ts'

/** Something that the page shows has changed. Numbers are heights in blocks and seconds. */
export type HostEvent =
  | {
      kind: 'progress'
      height: bigint
      target: bigint
      /** Timestamp of the newest scanned block, Unix seconds; undefined while unknown. */
      topTime: number | undefined
      remainingSeconds: number | undefined
      transactionsPerSecond: number | undefined
      /** Bytes of the blocks that arrived in this refresh; undefined before the first. */
      downloadedBytes: number | undefined
      /** Whether proofs of work of scanned blocks are still to be checked. */
      checking?: true
    }
  | { kind: 'changed'; what: 'balance' | 'transfers' | 'addresses' | 'height' }
  /** Whether the daemon answered the last request; `problem`: why its answer could not be used. */
  | { kind: 'connection'; online: boolean; problem?: WireError }
  /** The wallet's chain was compared with other nodes. */
  | ({ kind: 'comparison' } & ComparisonResult)
  /** A wallet was opened or closed, also by a call; `lost`: why its storage is gone, for the user. */
  | { kind: 'wallet'; open: string | undefined; lost?: string }

export type Host = {
  /** Calls a wallet method, or one of `worker/rpc/page-methods.ts`. */
  call(name: string, params: unknown): Promise<Outcome>
  /** `listener` is called for every event until the worker ends (a Comlink proxy). */
  subscribe(listener: (event: HostEvent) => void): void | Promise<void>
} & SlicedCalls

/** What a thread of the page does: scan blocks, hash proofs of work, or hash a password. */
export type ThreadKind = 'scanner' | 'hasher' | 'stretcher'

/** Starts a thread at the other end of a port. Resolves when it ends, rejects when it fails. */
export type StartPageThread = (kind: ThreadKind, port: MessagePort) => Promise<void>

/** The host in a page's worker. */
export type PageWorker = Host & {
  /** The page starts threads by `start` (a Comlink proxy); scans wait until it is set. */
  startThreadsBy(start: StartPageThread): void
}
