/**
 * What the page can ask of the wallet's worker, beyond the wallet methods themselves.
 *
 * @module
 */
import type { Network } from '#protocol/address.ts'
import type { Document } from '#protocol/openrpc.ts'
import type { ScanKernel } from '#wasm/types.ts'
import type { StartScanner } from '../adapters/scan-threads.ts'
import type { Outcome, WireError } from '../rpc/dispatch.ts'

/** What the screen needs to know before a wallet is open. */
export type HostState = {
  /** Names of the wallets kept in this browser. */
  wallets: string[]
  /** The open one. */
  open: string | undefined
  /** Of the open wallet, or else of the daemon, or `undefined` while neither is known. */
  network: Network | undefined
  /** Whether the open one has no spend key: it views, or scans for another. */
  viewOnly: boolean
  crypto: 'wasm' | 'fallback'
  scanKernel: ScanKernel
  /** How many scan beside the engine's own; undefined where it scans alone. */
  scanThreads: number | undefined
}

/** Something the screen shows has changed. Numbers are heights in blocks and seconds. */
export type HostEvent =
  | {
      kind: 'progress'
      height: bigint
      target: bigint
      remainingSeconds: number | undefined
      transactionsPerSecond: number | undefined
    }
  | { kind: 'changed'; what: 'balance' | 'transfers' | 'addresses' | 'height' }
  /** Whether the daemon answered the last time it was asked; `problem`: why nothing came of it all the same. */
  | { kind: 'connection'; online: boolean; problem?: WireError }
  /** A wallet was opened or closed, also by a call. */
  | { kind: 'wallet'; open: string | undefined }

/** A payment that is built and signed, waiting for the person's yes. It never left the worker. */
export type Review = {
  id: string
  /** To the recipients, in piconero. */
  amount: bigint
  fee: bigint
  /** Back to us, in piconero. */
  change: bigint
  /** Outputs of ours that are spent. */
  inputs: number
  transactions: number
}

export type ReviewOutcome = { result: Review } | Extract<Outcome, { error: unknown }>

/** What became of the transactions of a reviewed payment, by their ids. */
export type Sent = {
  /** The node took these. */
  txids: string[]
  /** Whether the node took these is not known: they are kept, and sent again until it is. */
  undecided: string[]
  /** Why the others were not sent; they never will be. */
  refused: WireError | undefined
}

/** An error when nothing of it left. */
export type SendOutcome = { result: Sent } | Extract<Outcome, { error: unknown }>

/** The multisig group that the open wallet is a member of, by base keys in hex. */
export type GroupView = { own: string; members: string[] }

/** What a member hands the others, by what is in it. Members by base keys in hex. */
export type MultisigMessage =
  /** What one told of outputs, as `export_multisig_info` gives it. */
  | { kind: 'outputs'; from: string }
  /** A set of transactions: who signed it, and who still can where others are needed. */
  | { kind: 'payment'; signed: string[]; asked: string[] }

export type Host = {
  call(name: string, params: unknown): Promise<Outcome>
  /** The OpenRPC document of the wallet methods. */
  document(): Document
  state(): Promise<HostState>
  /** `listener` is called for every event until the worker ends (a Comlink proxy). */
  subscribe(listener: (event: HostEvent) => void): void
  /** A height safely before `seconds` of Unix time, to restore from. */
  heightAt(seconds: bigint): Promise<bigint>
  /** Scans with `count` threads from the next refresh on; undefined for one a core. */
  scanWith(count: number | undefined): void
  /** Builds what `transfer_split` (or `sweep_all`, without destinations) would send, without sending it. */
  review(method: 'transfer_split' | 'sweep_all', params: unknown): Promise<ReviewOutcome>
  /** Sends a reviewed payment, once. */
  send(id: string): Promise<SendOutcome>
  /** Forgets a reviewed payment. */
  discard(id: string): void
  /** The open wallet's group; undefined where it has none. */
  group(): GroupView | undefined
  /** What `text`, in hex, is in the open wallet's group; undefined when it is nothing of it. */
  handedOn(text: string): Promise<MultisigMessage | undefined>
}

/** The host in a page's worker. */
export type PageWorker = Host & {
  /** Scanners are started by `start`, in the page (a Comlink proxy); scans wait until this is told. */
  startScannersBy(start: StartScanner): void
}
