/**
 * Every effect the engine has goes through these: chain, storage, time, chance, cryptography.
 *
 * @module
 */
import type { bin, json, rpc } from '#protocol/daemon/calls.ts'
import type { Client } from '#protocol/contract.ts'
import type { Input } from '#protocol/fields.ts'
import type { Arriving } from '#protocol/upstream.ts'
import type { Crypto, RandomBytes } from '#wasm/types.ts'
import type { ScanNews, ScanOrder } from './sync/scan-jobs.ts'

/** A connection to one daemon, every call typed by its contract. */
export type Daemon = {
  rpc: Client<typeof rpc>
  json: Client<typeof json>
  bin: Client<typeof bin>
  /** `bin.get_blocks` unread: its answer while it arrives. */
  blocksArriving(params: Input<typeof bin.get_blocks.params>): Promise<Arriving>
  /** Ends calls under way; they reject. */
  close(): void
}

/** How to reach a daemon; what `set_daemon` takes. */
export type DaemonAddress = {
  /** `host:port`, or an http(s) URL; in a page the empty string is the proxy it came from. */
  address: string
  trusted: boolean
  username?: string | undefined
  password?: string | undefined
}

export type Clock = {
  /** Unix time in seconds. */
  now(): bigint
  /** Milliseconds of a clock that never goes back. */
  monotonicMs(): number
  sleep(ms: number): Promise<void>
}

/** Cost of stretching a password, kept in the wallet so that it can be raised later. */
export type StretchCost = { memoryKiB: number; iterations: number; parallelism: number }

/** Argon2id of a password, 32 bytes. */
export type StretchPassword = (
  password: string,
  salt: Uint8Array,
  cost: StretchCost,
) => Promise<Uint8Array>

/**
 * Encrypted records of one open wallet, by opaque name. Holds the wallet's lock until closed.
 *
 * Names begin with `keys.` (all that is needed to open the wallet and scan again) or with `data.`;
 * where a wallet is two files, that says which.
 */
export type RecordStore = {
  readAll(): Promise<ReadonlyMap<string, Uint8Array>>
  /** All or nothing, also when the process dies meanwhile. */
  write(puts: ReadonlyMap<string, Uint8Array>, deletes: readonly string[]): Promise<void>
  /** Makes sure that all of it is in its place, also when files were removed meanwhile. */
  flush(): Promise<void>
  close(): Promise<void>
}

/** What can be wrong with a wallet's place in storage. */
export type WalletFileProblem = 'missing' | 'in use' | 'damaged'

/** Where wallets are kept. */
export type WalletFiles = {
  list(): Promise<string[]>
  /** Whether the name is taken, be it by a part of a wallet. */
  exists(name: string): Promise<boolean>
  create(name: string): Promise<RecordStore | 'exists'>
  open(name: string): Promise<RecordStore | WalletFileProblem>
  remove(name: string): Promise<void>
}

export type Log = (level: 'error' | 'warning' | 'info', message: string) => void

/** A thread that does scan jobs, one at a time. */
export type ScanThread = {
  /** Buffers go with the message. */
  post(order: ScanOrder, buffers: ArrayBuffer[]): void
  /** @param ended - Called when it could not be started, or broke. */
  listen(heard: (news: ScanNews) => void, ended: () => void): void
}

/** Each refresh starts `count` of them, which may change from one to the next. */
export type ScanThreads = { count: number; start(): ScanThread }

export type Ports = {
  crypto: Crypto
  random: RandomBytes
  clock: Clock
  files: WalletFiles
  stretchPassword: StretchPassword
  /** Cost for new wallets and new passwords. */
  stretchCost: StretchCost
  /** Makes a connection; asks nothing yet. */
  connect(target: DaemonAddress): Daemon
  log: Log
  /** Absent where the engine's own thread does all. */
  scanThreads?: ScanThreads | undefined
}
