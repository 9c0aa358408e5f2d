/**
 * Every effect the engine has goes through these: chain, storage, time, chance, cryptography.
 *
 * @module
 */
import type { bin, json, rpc } from '#protocol/daemon/calls.ts'
import type { Client } from '#protocol/contract.ts'
import type { Input } from '#protocol/fields.ts'
import type { TextRecords } from '#protocol/openalias.ts'
import type { SocksProxy } from '#protocol/network/socks.ts'
import type { Tls } from '#protocol/network/tls.ts'
import type { BodyReader } from '#protocol/upstream.ts'
import type { Crypto, RandomBytes } from '#wasm/types.ts'
import type { LogCategories } from '#protocol/log-categories.ts'

/** A connection to one daemon, every call typed by its contract. */
export type Daemon = {
  rpc: Client<typeof rpc>
  json: Client<typeof json>
  bin: Client<typeof bin>
  /** `bin.get_blocks` unread: its answer while it arrives. */
  blocksArriving(params: Input<typeof bin.get_blocks.params>): Promise<BodyReader>
  /** Every call fails, so a refresh sends no request. */
  isOffline?: boolean
  /** Ends calls in progress; they reject. */
  close(): void
}

/** How to reach a daemon; what `set_daemon` takes. */
export type DaemonAddress = {
  /** `host:port`, or an http(s) URL; in a page the empty string is the proxy it came from. */
  address: string
  trusted: boolean
  username?: string | undefined
  password?: string | undefined
  /** Default: TLS where the daemon supports it, with any certificate. */
  tls?: Tls | undefined
  proxy?: SocksProxy | undefined
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
export type WalletFileError = 'missing' | 'in use' | 'damaged'

/** Where wallets are kept. */
export type WalletFiles = {
  list(): Promise<string[]>
  /** The wallet that a name means; absent where it can only be its own. */
  walletName?(given: string): string
  /** Whether the name is taken, be it by a part of a wallet. */
  exists(name: string): Promise<boolean>
  create(name: string): Promise<RecordStore | 'exists'>
  open(name: string): Promise<RecordStore | WalletFileError>
  remove(name: string): Promise<void>
  /** What NAME.keys holds where that is no file of ours; absent where wallets are in no folder. */
  keyFile?(name: string): Promise<Uint8Array | undefined>
}

export type Log = (level: 'error' | 'warning' | 'info', message: string) => void

/**
 * A thread that does scan jobs, one after the other. It carries messages, whose types are those of
 * `ScanOrder` and `ScanReport` in `scan/scan-jobs.ts`.
 */
export type ScanThread = {
  /** @param buffers - Are transferred with the message. */
  post(order: unknown, buffers: ArrayBuffer[]): void
  /** @param ended - Is called when the thread could not be started, or broke. */
  listen(received: (report: unknown) => void, ended: () => void): void
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
  /** Times that monero's files are stretched by CryptoNight. @see monero --kdf-rounds */
  kdfRounds: number
  /**
   * Makes a connection; asks nothing yet.
   *
   * @throws {RpcError} Where the platform cannot reach a daemon in that way, or files that it names are wrong.
   */
  connect(target: DaemonAddress): Daemon
  /** Whether all daemons are reached through one proxy, so that none has its own. */
  hasProxy?: boolean
  /** TXT records of a name; absent where nobody is asked for names. */
  lookUpText?: ((name: string) => Promise<TextRecords>) | undefined
  log: Log
  /** What of it is written. */
  logCategories: LogCategories
  /** Threads that this machine runs at once, or is told to. */
  concurrency: number
  /** Absent where the engine's own thread does all. */
  scanThreads?: ScanThreads | undefined
}
