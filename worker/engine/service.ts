/**
 * The service: at most one open wallet. It creates, opens and closes wallets. Failures are as monero-wallet-rpc
 * reports them: `RpcError` with its codes and messages.
 *
 * @module
 */
import type { Network } from '#protocol/address.ts'
import { min } from '#protocol/bigint.ts'
import { chunkDepth } from '#protocol/feed/chunk.ts'
import type { FeedKind } from '#protocol/feed/row.ts'
import { RpcError } from '#protocol/errors.ts'
import { defaultLookahead, requireLookahead } from './keys/lookahead.ts'
import {
  keyFileWalletName,
  fingerprint,
  walletExists,
  requireSameWallet,
} from './keyfile/key-file-wallets.ts'
import { withTimeout } from './base/with-timeout.ts'
import { wipeSecrets } from './store/wipe-secrets.ts'
import { newWalletHeight } from './keys/restore-height.ts'
import { isKeyFile } from './keyfile/key-file-form.ts'
import { importedKeys } from './keyfile/imported-keys.ts'
import { stageNewWallet, type NewWallet } from './new-wallet.ts'
import {
  openError,
  unreadable,
  toOpenError,
  openErrors,
  wrongPassword,
} from './keyfile/open-errors.ts'
import type { Daemon, DaemonAddress, Ports, RecordStore } from './base/ports.ts'
import { memoryRecords } from './store/memory-records.ts'
import { storageError } from './store/errors.ts'
import type { WalletInfo } from './store/records.ts'
import type { Opener } from './store/password.ts'
import { Store } from './store/store.ts'
import type { ServiceOptions } from './service-options.ts'
import { Vault } from './store/vault.ts'
import { SerialQueue } from '#protocol/serial-queue.ts'
import type { StorageFailure } from '#protocol/storage-failure.ts'
import { Wallet, type WalletParts } from './wallet.ts'

export type { NewWallet } from './new-wallet.ts'

/** @param lost - Why the wallet was closed, if its storage is gone. */
type Watcher = (wallet: Wallet | undefined, lost?: StorageFailure) => void

export class Service {
  readonly ports: Ports
  readonly network: Network | undefined
  readonly restricted: boolean
  readonly walletDir: boolean
  readonly lookahead: WalletInfo['lookahead']
  readonly multisigEnabled: boolean
  wholeBlocks: boolean
  /** Whether old blocks are read from the scan feed where the daemon has one. */
  scanFeed: boolean
  /** Which of its rows are read. */
  feedKind: FeedKind
  /** Address of a second server whose scan feed is compared; empty for none. */
  comparedFeed: string
  readonly #leastFeedBlocks: number
  /** Whether no wallet connects to a daemon, and nothing is queried while none is open. */
  isOffline = false
  /** Resolves after `stop` was called; the host then ends. */
  readonly stopped: Promise<void>

  firstDaemon: DaemonAddress | undefined
  readonly #nextDaemon: ServiceOptions['nextDaemon']
  /** Daemon of the last open wallet. */
  #lastDaemon: DaemonAddress | undefined
  #autoRefresh: number
  #wallet: Wallet | undefined
  #resolveStopped!: () => void
  readonly #queue = new SerialQueue()
  readonly #watchers = new Set<Watcher>()

  constructor(options: ServiceOptions) {
    this.ports = options.ports
    this.network = options.network
    this.restricted = options.restricted ?? false
    this.walletDir = options.walletDir ?? true
    this.firstDaemon = options.daemon
    this.#nextDaemon = options.nextDaemon
    this.lookahead = options.lookahead ?? defaultLookahead
    this.multisigEnabled = options.multisigEnabled ?? false
    this.wholeBlocks = options.wholeBlocks ?? true
    this.scanFeed = options.scanFeed ?? true
    this.feedKind = options.feedKind ?? 'complete'
    this.comparedFeed = options.comparedFeed ?? ''
    this.#leastFeedBlocks = options.leastFeedBlocks ?? chunkDepth
    this.#autoRefresh = options.autoRefresh ?? 0
    this.stopped = new Promise((resolve) => (this.#resolveStopped = resolve))
  }

  get wallet(): Wallet | undefined {
    return this.#wallet
  }

  /** The initial daemon of the next wallet. It is also queried while no wallet is open. */
  get daemon(): DaemonAddress | undefined {
    const last = this.#wallet?.daemonAddress ?? this.#lastDaemon
    return last && this.#nextDaemon ? this.#nextDaemon(last) : this.firstDaemon
  }

  /** Seconds between automatic refreshes, for this wallet and later ones; 0: never. */
  autoRefresh(period: number): void {
    this.#autoRefresh = period
    this.#wallet?.autoRefresh.start(period)
  }

  /** The wallet file of a name: the wallet itself, or its key file where wallets are files. */
  walletName(given: string): string {
    return this.ports.files.walletName?.(given) ?? given
  }

  /** Calls `watcher` with the open wallet, now and whenever another opens or it closes. */
  watch(watcher: Watcher): () => void {
    this.#watchers.add(watcher)
    watcher(this.#wallet)
    return () => this.#watchers.delete(watcher)
  }

  /** Serialises create, open and close. */
  change<T>(task: () => T | Promise<T>): Promise<T> {
    return this.#queue.take(task)
  }

  /**
   * Creates a wallet, opens it, and closes the previously open one.
   *
   * @param given - The wallet owns its secrets: they are wiped when it closes or its creation
   *   fails.
   * @throws {RpcError} WALLET_ALREADY_EXISTS when the name is taken; nothing changes then.
   */
  async create(given: NewWallet): Promise<Wallet> {
    const wanted = { ...given, name: this.walletName(given.name) }
    const wallet = await this.#create(wanted).catch((error: unknown) => {
      wipeSecrets(wanted.secrets)
      throw error
    })
    await this.#replaceBy(wallet)
    return wallet
  }

  /**
   * Creates a wallet from a monero key file and opens it, as {@link create} does.
   *
   * @param password - Of the file, and of the new wallet unless `walletPassword` is given.
   * @param options.kdfRounds - Key derivation rounds of the file.
   * @param options.place - The path named in error messages.
   * @throws {RpcError} UNKNOWN_ERROR when the file does not open.
   */
  async importKeyFile(
    name: string,
    password: string,
    file: Uint8Array,
    { kdfRounds = this.ports.kdfRounds, walletPassword = password, place = 'key file: ' } = {},
  ): Promise<Wallet> {
    const known = { service: this.network, daemon: () => this.daemonNetwork() }
    const { readKeyFile } = await import('./keyfile/read-key-file.ts')
    const taken = await readKeyFile(this.ports, file, password, kdfRounds)
      .then((read) => importedKeys(this.ports.crypto, read, known))
      .catch((error: unknown) => {
        throw toOpenError(error, place)
      })
    return this.create({ ...taken, name, password: walletPassword, keyFile: fingerprint(file) })
  }

  /**
   * Opens a wallet and closes the previously open one. Where NAME.keys is a monero key file, it
   * opens the wallet that belongs to it, which is created first if needed.
   *
   * @param options.repair - Whether changed records are accepted, see {@link file://./repair.ts}.
   * @param opener - Its password, or the secret of its passkey.
   * @throws {RpcError} UNKNOWN_ERROR for every reason, as monero does; the open wallet stays open.
   */
  async open(given: string, opener: Opener, { repair = false } = {}): Promise<Wallet> {
    const { files } = this.ports
    const name = this.walletName(given)
    const file = await files.keyFile?.(name).catch((error: unknown) => {
      throw unreadable(name, error)
    })
    const isOwn = !file || !isKeyFile(file) || typeof opener !== 'string'
    if (isOwn) return this.#openOwn(name, opener, repair)
    const own = keyFileWalletName(name)
    if (this.#wallet?.name === own || (await walletExists(files, own)))
      return this.#openOwn(own, opener, repair, (wallet) =>
        requireSameWallet(wallet, name, file, opener),
      )
    const place = `${openErrors.damaged(name)}: `
    return this.importKeyFile(own, opener, file, { place })
  }

  /** Closes the open wallet, if there is one. */
  async close(): Promise<void> {
    await this.#replaceBy(undefined)
  }

  /** Saves the open wallet's files and signals the host to end. */
  async stop(): Promise<void> {
    await this.#wallet?.save()
    this.#resolveStopped()
  }

  /** Restore height of a new wallet: the daemon's height, or an estimate without a daemon. */
  heightForNewWallet(network: Network): Promise<bigint> {
    return this.withDaemon((daemon) => newWalletHeight(network, this.ports.clock, daemon))
  }

  /** A height safely before `seconds` of Unix time, from a table: the daemon does not learn the date. */
  async heightBefore(seconds: bigint): Promise<bigint> {
    const { heightAtDate } = await import('./keys/month-heights.ts')
    const told = await this.daemonNetwork()
    // Wallets of mainnet are used on private chains, too.
    const network = told === 'fakechain' ? told : (this.network ?? told ?? 'mainnet')
    return heightAtDate(network, min(seconds, this.ports.clock.now()))
  }

  /** Network of a new wallet: the service's, or the daemon's, or mainnet without an answer. */
  async networkForNewWallet(): Promise<Network> {
    return this.network ?? (await this.daemonNetwork()) ?? 'mainnet'
  }

  /** The daemon's network; undefined without an answer within the timeout. */
  daemonNetwork(): Promise<Network | undefined> {
    return this.withDaemon(async (daemon) => {
      const info =
        daemon && (await withTimeout(this.ports.clock, patienceMs, daemon.rpc.get_info({})))
      return networks.find((known) => known === info?.nettype)
    })
  }

  /** Runs `ask` with a connection to the next wallet's daemon, or without one where none is used. */
  async withDaemon<T>(ask: (daemon: Daemon | undefined) => Promise<T>): Promise<T> {
    const address = (this.#wallet?.keptOffline ?? this.isOffline) ? undefined : this.daemon
    const daemon = address && this.ports.connect(address)
    try {
      return await ask(daemon)
    } finally {
      daemon?.close()
    }
  }

  async #openOwn(
    name: string,
    opener: Opener,
    repair: boolean,
    check: (wallet: Wallet) => Promise<void> = async () => {},
  ): Promise<Wallet> {
    // This service holds its lock: it is closed first, unless the password is wrong.
    if (this.#wallet?.name === name && name !== '') {
      if (!(await this.#wallet.verifyPassword(opener))) throw wrongPassword()
      await this.close()
    }
    const records = await this.ports.files.open(name).catch((error: unknown) => {
      throw unreadable(name, error)
    })
    if (typeof records === 'string') throw openError(openErrors[records](name), records)
    const opening = this.#read(records, name, opener, repair)
    const wallet = await opening.catch(async (error: unknown) => {
      await records.close()
      throw toOpenError(error)
    })
    await check(wallet).catch(async (error: unknown) => {
      await wallet.close()
      throw toOpenError(error)
    })
    await this.#replaceBy(wallet)
    return wallet
  }

  async #create(wanted: NewWallet): Promise<Wallet> {
    // The content of a key file is not trusted.
    requireLookahead(wanted.lookahead ?? this.lookahead)
    const records = wanted.name === '' ? memoryRecords() : await this.#newRecords(wanted.name)
    if (records === 'exists')
      throw new RpcError('WALLET_ALREADY_EXISTS', 'Cannot create wallet. Already exists.')
    return this.#firstWrite(records, wanted).catch(async (error: unknown) => {
      await records.close()
      if (wanted.name !== '') await this.ports.files.remove(wanted.name)
      throw error
    })
  }

  async #newRecords(name: string) {
    try {
      return await this.ports.files.create(name)
    } catch (error) {
      throw storageError(error)
    }
  }

  async #firstWrite(records: RecordStore, wanted: NewWallet) {
    const { ports } = this
    const { name, password, lookahead = this.lookahead } = wanted
    const vault = await Vault.create(ports, records, password)
    const store = new Store((changes) => vault.persist(changes))
    const keep = store.commit((change) =>
      stageNewWallet(change, store, { ...wanted, lookahead }, ports.clock.now()),
    )
    return this.#made({ name, ports, store, vault, records }, keep)
  }

  async #read(records: RecordStore, name: string, opener: Opener, repair: boolean) {
    const { ports } = this
    // The vault is created after the store it fills; no commit happens before both exist.
    const store: Store = new Store((changes) => vault.persist(changes))
    const vault = await Vault.open(ports, records, opener, store, { repair })
    const { damage } = vault
    const repaired =
      damage &&
      import('./repair.ts').then(({ repairRecords }) =>
        repairRecords(ports.log, store, vault, damage),
      )
    const wallet = await this.#made({ name, ports, store, vault, records }, repaired)
    try {
      if (wallet.network !== (this.network ?? wallet.network))
        throw openError(`${wallet.network} wallet cannot be opened as ${this.network} wallet`)
      await wallet.backgroundSync.open(opener)
      return wallet
    } catch (error) {
      await wallet.close()
      throw error
    }
  }

  // The secrets of a wallet whose creation failed are wiped.
  async #made(parts: WalletParts, kept: Promise<void> = Promise.resolve()) {
    try {
      await kept
      const host = {
        wholeBlocks: () => this.wholeBlocks,
        scanFeed: () => (this.scanFeed ? this.#leastFeedBlocks : undefined),
        feedKind: () => this.feedKind,
        comparedFeed: () => this.comparedFeed,
        isOffline: () => this.isOffline,
      }
      const wallet = new Wallet({ ...parts, ...host, multisigEnabled: this.multisigEnabled })
      await wallet.prepare()
      return wallet
    } catch (error) {
      parts.store.wipe()
      parts.vault.wipe()
      throw error
    }
  }

  // The daemon address can name a missing file. The wallet then opens without a daemon.
  #lead(wallet: Wallet, daemon: DaemonAddress) {
    try {
      wallet.setDaemon(daemon)
    } catch (error) {
      if (!(error instanceof RpcError)) throw error
      this.ports.log('error', `the daemon of the wallet before: ${error.message}`)
    }
  }

  #closeWhenLost(wallet: Wallet) {
    void wallet.storageLost?.then((failure) =>
      this.change(async () => {
        if (this.#wallet !== wallet) return
        this.ports.log('error', `"${wallet.name}": ${failure.message}`)
        await this.#replaceBy(undefined, failure)
      }),
    )
  }

  // The new wallet is open: a failure to close the previous one must not undo that.
  async #replaceBy(wallet: Wallet | undefined, lost?: StorageFailure) {
    const before = this.#wallet
    const { daemon } = this
    this.#lastDaemon = before?.daemonAddress ?? this.#lastDaemon
    this.#wallet = wallet
    if (wallet && daemon) this.#lead(wallet, daemon)
    await before?.close().catch((error: Error) => {
      this.ports.log('error', `closing the wallet before: ${error.name}`)
    })
    // The previous wallet may have been the background wallet of this one.
    await wallet?.backgroundSync.takeOver()
    wallet?.autoRefresh.start(this.#autoRefresh)
    for (const watcher of this.#watchers) watcher(wallet, lost)
    if (wallet) this.#closeWhenLost(wallet)
  }
}

const networks: readonly Network[] = ['mainnet', 'testnet', 'stagenet', 'fakechain']

/** Timeout of the network query, for which the page waits. */
const patienceMs = 3_000
