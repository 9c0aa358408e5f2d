/**
 * All effects of the engine go through these ports: chain, storage, time, random bytes, cryptography.
 *
 * @module
 */
import type { NodeSample } from '#protocol/daemon/node-samples.ts'
import type { bin, json, rpc } from '#protocol/daemon/wallet-tables.ts'
import type { FeedDigests } from '#protocol/checkpoints/feed-digests.ts'
import type { PinnedHistory } from '#protocol/checkpoints/pinned-history.ts'
import type { FilePart } from '#protocol/feed/member-file.ts'
import type { Client } from '#protocol/contract.ts'
import type { Input } from '#protocol/fields.ts'
import type { TextRecords } from '#protocol/openalias.ts'
import type { SocksProxy } from '#protocol/network/socks.ts'
import type { Tls } from '#protocol/network/tls.ts'
import type { BodyReader } from '#protocol/upstream.ts'
import type { Crypto, RandomBytes } from '#wasm/types.ts'
import type { LogCategories } from '#protocol/log-categories.ts'
import type { Network } from '#protocol/rules/forks.ts'
import type { StorageFailure } from '#protocol/storage-failure.ts'

/** Nodes whose chain is compared with the wallet's. */
export type OtherNodes = {
  /** What they answer now. A node without an answer has a sample that says so. */
  samples(): Promise<readonly NodeSample[]>
  /** Whether the wallet's own blocks come from one of them: a proxy answers from its nodes. */
  includeOwn: boolean
}

/** A connection to one daemon, every call typed by its contract. */
export type Daemon = {
  rpc: Client<typeof rpc>
  json: Client<typeof json>
  bin: Client<typeof bin>
  /** `bin.get_blocks` unread: its answer while it arrives. */
  blocksArriving(params: Input<typeof bin.get_blocks.params>): Promise<BodyReader>
  /**
   * The file of output counts from a height on; undefined where there is none. Absent where the daemon is not our
   * proxy.
   *
   * @param isFresh - Not from a cache.
   */
  outputCountFile?(height: number, isFresh: boolean): Promise<Uint8Array | undefined>
  /**
   * A file of the scan feed by its name; undefined if it does not exist. Absent where the daemon is not our proxy.
   *
   * @param isFresh - Not from a cache.
   * @param part - Which bytes of it; without one, all.
   */
  feedFile?(
    name: string,
    isFresh: boolean,
    part?: FilePart,
  ): Promise<Uint8Array<ArrayBuffer> | undefined>
  /**
   * The events of a light node while they arrive; undefined where it sends none. Absent where the daemon is not our
   * proxy.
   *
   * @throws {ConnectionError}
   * @see docs/light-node.md
   */
  eventsArriving?(): Promise<BodyReader | undefined>
  /** Absent where the daemon is the only node. */
  otherNodes?: OtherNodes | undefined
  /** Every call fails, so a refresh sends no request. */
  isOffline?: boolean
  /** Ends calls in progress; they reject. */
  close(): void
}

/** A second server with a scan feed, whose digests are compared. */
export type FeedServer = {
  /** Its address, as messages have it. */
  name: string
  /** Whether a daemon is this server. @param address - As configured; empty for the server that a page came from. */
  isSame(address: string): boolean
  /** A small file of its feed; undefined for one that does not arrive within half a minute. Never rejects. */
  file(name: string): Promise<Uint8Array<ArrayBuffer> | undefined>
}

/** How to reach a daemon: the params of `set_daemon`. */
export type DaemonAddress = {
  /** `host:port`, or an http(s) URL. In a page, the empty string means the proxy of the page. */
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
  /** Milliseconds of a monotonic clock. */
  monotonicMs(): number
  sleep(ms: number): Promise<void>
}

/** Cost of password hashing. It is stored in the wallet, so that it can be raised later. */
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
 * Names begin with `keys.` (all that is needed to open the wallet and scan again) or with `data.`. If a
 * wallet has two files, the prefix selects the file.
 */
export type RecordStore = {
  readAll(): Promise<ReadonlyMap<string, Uint8Array>>
  /**
   * Reads all records of one moment in parts, which arrive in turn: the caller decrypts one while the next is read. It
   * awaits all of them. Absent where all records arrive at once.
   */
  readParts?(): readonly Promise<readonly NamedRecord[]>[]
  /** Reads one record; undefined if it does not exist. A store in memory leaves this method out. */
  read?(name: string): Promise<Uint8Array | undefined>
  /**
   * Atomic, also when the process dies during the write.
   *
   * @throws {StorageFailure} When the disk is full or fails. Nothing has changed then, unless {@link lost} resolves.
   */
  write(puts: ReadonlyMap<string, Uint8Array>, deletes: readonly string[]): Promise<void>
  /** Makes sure that all data is stored, even if files were removed in the meantime. */
  flush(): Promise<void>
  close(): Promise<void>
  /**
   * Resolves when the records can no longer be read or written, or their state is unknown: the wallet must be closed.
   * Absent where this cannot happen.
   */
  readonly lost?: Promise<StorageFailure>
}

/** A sealed record. */
export type NamedRecord = readonly [name: string, bytes: Uint8Array]

/** Why a wallet cannot be opened from storage. */
export type WalletFileError = 'missing' | 'in use' | 'damaged'

/** The storage of wallets. */
export type WalletFiles = {
  list(): Promise<string[]>
  /** The wallet that a name refers to; absent if every name refers to itself. */
  walletName?(given: string): string
  /** Whether the name is taken, even if only by a part of a wallet. */
  exists(name: string): Promise<boolean>
  create(name: string): Promise<RecordStore | 'exists'>
  open(name: string): Promise<RecordStore | WalletFileError>
  /** Removes a wallet, atomically. The caller holds its lock, or has just failed to make it. */
  remove(name: string): Promise<void>
  /**
   * Gives a wallet another name, atomically. The caller holds the locks of both names. Absent where wallets are in
   * a folder: their files can be renamed there.
   */
  rename?(from: string, to: string): Promise<void>
  /** A record of a wallet, which may be open elsewhere; undefined where there is none. Absent outside a browser. */
  readRecord?(name: string, record: string): Promise<Uint8Array | undefined>
  /** How much a wallet stores; it may be open elsewhere. Absent outside a browser. */
  measure?(name: string): Promise<{ records: number; bytes: number }>
  /** Content of NAME.keys if it is a key file of monero; absent if wallets are not in a folder. */
  keyFile?(name: string): Promise<Uint8Array | undefined>
}

export type Log = (level: 'error' | 'warning' | 'info', message: string) => void

/**
 * A thread that runs scan jobs, one after the other. Its messages have the types
 * `ScanOrder` and `ScanReport` in `scan/scan-jobs.ts`.
 */
export type ScanThread = {
  /** @param buffers - Transferred with the message. */
  post(order: unknown, buffers: ArrayBuffer[]): void
  /** @param ended - Called when the thread could not be started, or failed. */
  listen(received: (report: unknown) => void, ended: () => void): void
}

/** Each refresh starts `count` threads. The number may change between refreshes. */
export type ScanThreads = { count: number; start(): ScanThread }

/** What a proof of work hashes: the hashing blob of a block, by the key that is the id of its seed block. */
export type WorkInput = { blob: Uint8Array; seedId: Uint8Array }

/** RandomX, in a thread of its own that ends with its task. */
export type WorkHasher = {
  /** Whether refreshes check proofs of work. The value may change between them. */
  isOn: boolean
  /**
   * A hash for each input, in order. A new seed takes a second or two, a hash a tenth of a second.
   *
   * @param ended - Ends the task early.
   * @throws {Error} When the thread fails, for example for lack of memory.
   */
  hash(inputs: readonly WorkInput[], ended: Promise<void>): Promise<Uint8Array[]>
}

/** Known ids of old blocks. */
export type PinnedBlocksSource = {
  /** Height above the newest pinned block; 0 where nothing is pinned. */
  heightOf(network: Network): bigint
  /** The least difficulty that is plausible above that height. */
  leastDifficultyOf(network: Network): bigint
  /** @throws {RpcError} UNKNOWN_ERROR when they cannot be loaded. */
  load(network: Network): Promise<PinnedHistory>
}

/** Files of scan feeds on this device, up to a budget. To lose them loses nothing: each can be requested again. */
export type FeedCache = {
  /** Bytes that are kept at most; 0 keeps nothing. */
  readonly budget: number
  /** A file that was kept, not compared with its digest; undefined without one. Never rejects. */
  read(name: string): Promise<Uint8Array<ArrayBuffer> | undefined>
  /** Keeps a file where there is room for it among those of higher blocks. Never rejects. */
  keep(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<void>
  /** Removes what is above the budget. Never rejects; {@link measure} shows what is left. */
  setBudget(bytes: number): Promise<void>
  /** Undefined where the storage fails. Never rejects. */
  measure(): Promise<{ files: number; bytes: number } | undefined>
}

/** SHA-256, 32 bytes. */
export type Sha256 = (bytes: Uint8Array<ArrayBuffer>) => Promise<Uint8Array>

export type Ports = {
  crypto: Crypto
  random: RandomBytes
  clock: Clock
  files: WalletFiles
  stretchPassword: StretchPassword
  /** Cost for new wallets and new passwords. */
  stretchCost: StretchCost
  /** Rounds of CryptoNight that derive the keys of monero's files. @see monero --kdf-rounds */
  kdfRounds: number
  /**
   * Makes a connection. Sends no request yet.
   *
   * @throws {RpcError} If the platform does not support this kind of connection, or a named file is wrong.
   */
  connect(target: DaemonAddress): Daemon
  /** Whether one proxy serves all daemons, so that a daemon cannot have its own. */
  hasProxy?: boolean
  /** TXT records of a name; absent without a resolver. */
  lookUpText?: ((name: string) => Promise<TextRecords>) | undefined
  pinnedBlocks: PinnedBlocksSource
  /** Digests of the scan feed in this release; undefined for a network without them. Absent where none are built in. */
  feedDigests?: ((network: Network) => Promise<FeedDigests | undefined>) | undefined
  /** Makes a connection to a second server, by an address that `feedAddress` returned. Absent where there is none. */
  connectFeed?: ((address: string) => FeedServer) | undefined
  log: Log
  /** The categories that are logged. */
  logCategories: LogCategories
  /** Number of threads that this machine runs at the same time, or a configured number. */
  concurrency: number
  /** Absent if the engine's own thread scans. */
  scanThreads?: ScanThreads | undefined
  /** Absent where RandomX cannot run. */
  workHasher?: WorkHasher | undefined
  /** Computed beside the engine's thread. Absent where the platform has none; then the engine computes it. */
  sha256?: Sha256 | undefined
  /** The same one each time. Absent where files are requested each time. */
  feedCache?: (() => Promise<FeedCache>) | undefined
}
