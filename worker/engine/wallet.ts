/**
 * One open wallet: its records, its keys, its daemon connection, and its parts.
 *
 * @module
 */
import { chunkDepth } from '#protocol/feed/chunk.ts'
import type { FeedKind } from '#protocol/feed/row.ts'
import { formatAddress, type Address, type Network } from '#protocol/address.ts'
import { AddressBook } from './keys/address-book.ts'
import { Addresses } from './keys/addresses.ts'
import { Tags } from './keys/account-tags.ts'
import { BackgroundWallet } from './background-wallet.ts'
import { BackgroundSync } from './background.ts'
import { givenName } from './keyfile/key-file-wallets.ts'
import { daemonName } from './base/daemon-name.ts'
import { TimeSlice } from './base/time-slice.ts'
import { Events } from './base/events.ts'
import { requireForeground } from './background-guard.ts'
import { isIdentity } from './keys/identity.ts'
import { Multisig } from './multisig/multisig.ts'
import type { Daemon, DaemonAddress, Ports, RecordStore } from './base/ports.ts'
import { readAddress } from './keys/read-address.ts'
import { ColdSigning } from './cold/cold-signing.ts'
import type { PaymentSender } from './payments/payment-sender.ts'
import { Spend, type Proposer } from './payments/spend.ts'
import { withoutSpending } from './store/locked-keys.ts'
import { WalletDamaged } from './store/errors.ts'
import type { PasskeyRequest } from './store/passkey.ts'
import type { Opener } from './store/password.ts'
import type { Secrets, WalletInfo } from './store/records.ts'
import type { Store } from './store/store.ts'
import type { Vault } from './store/vault.ts'
import type { AutoRefresh } from './sync/auto-refresh.ts'
import { LiveRefresh } from './sync/live/live-refresh.ts'
import { NodeComparison } from './sync/comparison/node-comparison.ts'
import { BlockIds } from './ledger/block-ids.ts'
import { OutputCountsLoader } from './sync/output-counts-loader.ts'
import { OutputCounts } from './ledger/output-counts.ts'
import { Sync } from './sync/sync.ts'
import { SerialQueue } from '#protocol/serial-queue.ts'
import type { StorageFailure } from '#protocol/storage-failure.ts'

/** The storage of an open wallet's records, and their keys. */
export type WalletParts = {
  /** Empty for a wallet in memory. */
  name: string
  ports: Ports
  store: Store
  vault: Vault
  records: RecordStore
  /** Whether all wallets may be multisig. */
  multisigEnabled?: boolean
  /** Whether the newest blocks are requested whole where the daemon leaves out hashes; default true. */
  wholeBlocks?: () => boolean
  /** The number of missing blocks from which on a scan feed is read; undefined: never. Default: a day. */
  scanFeed?: () => number | undefined
  /** Which rows of a scan feed are read; default complete ones. */
  feedKind?: () => FeedKind
  /** Address of the second server whose scan feed is compared; default empty, for none. */
  comparedFeed?: () => string
  /** Whether all wallets are kept offline; default false. */
  isOffline?: () => boolean
}

/**
 * An open wallet. It holds its lock and its secrets until `close`.
 *
 * Each part receives what it needs. Reads never wait; long writes run one at a time in `exclusive`.
 */
export class Wallet {
  readonly name: string
  readonly ports: Ports
  readonly store: Store
  readonly events: Events
  readonly addresses: Addresses
  /** Account tags. */
  readonly tags: Tags
  readonly addressBook: AddressBook
  /** Ids of the last blocks. */
  readonly chain: BlockIds
  readonly outputCounts: OutputCountsLoader
  readonly comparison: NodeComparison
  readonly sync: Sync
  readonly autoRefresh: AutoRefresh
  readonly spend: Spend
  readonly cold: ColdSigning
  readonly backgroundSync: BackgroundSync
  readonly multisig: Multisig

  readonly #vault: Vault
  readonly #records: RecordStore
  readonly #queue = new SerialQueue()
  readonly #isOffline: () => boolean
  readonly #live: LiveRefresh
  #daemon: Daemon | undefined
  #daemonAddress: DaemonAddress | undefined
  readonly #daemonNames = new WeakMap<Daemon, string>()

  /** @throws {WalletDamaged} When the records lack the keys or the description. */
  constructor({
    name,
    ports,
    store,
    vault,
    records,
    multisigEnabled = false,
    wholeBlocks = () => true,
    scanFeed = () => chunkDepth,
    feedKind = () => 'complete',
    comparedFeed = () => '',
    isOffline = () => false,
  }: WalletParts) {
    this.name = name
    this.ports = ports
    this.store = store
    this.#isOffline = isOffline
    this.#vault = vault
    this.#records = records
    this.events = new Events((error) => ports.log('error', `listener: ${nameOf(error)}`))
    if (!store.info.isStored || !store.secrets.isStored)
      throw new WalletDamaged('the wallet has no keys')
    const { network, events } = this
    this.addresses = new Addresses({ store, crypto: ports.crypto, network })
    this.tags = new Tags({ store, accounts: () => this.addresses.accountCount })
    this.addressBook = new AddressBook(store)
    this.chain = new BlockIds(store, network)
    const outputCounts = new OutputCounts(store.outputCounts, network)
    const shared = {
      ports,
      network,
      store,
      events,
      addresses: this.addresses,
      daemon: () => this.#daemon,
      daemonName: (daemon: Daemon) => this.#daemonNames.get(daemon)!,
      isTrusted: (daemon: Daemon) =>
        daemon === this.#daemon && this.#daemonAddress?.trusted === true,
      exclusive: <T>(task: () => Promise<T>) => this.exclusive(task),
    }
    this.comparison = new NodeComparison({ ...shared, chain: this.chain })
    const { comparison } = this
    this.outputCounts = new OutputCountsLoader({ ...shared, chain: this.chain, outputCounts })
    this.sync = new Sync({
      ...shared,
      chain: this.chain,
      outputCounts,
      countsLoader: this.outputCounts,
      wholeBlocks,
      scanFeed,
      feedKind,
      comparedFeed: () => {
        const address = comparedFeed()
        return address === '' ? undefined : ports.connectFeed?.(address)
      },
      livePool: (daemon) => this.#live.poolOf(daemon),
      requireForeground: () => requireForeground(this),
      afterRefresh: (pool) => {
        if (this.#daemon) comparison.refreshed(this.#daemon)
        return this.spend.resume(pool)
      },
    })
    const inForeground = <T>(task: () => Promise<T>) => this.inForeground(task)
    const { sync } = this
    let loaded: PaymentSender | undefined
    const sender = async () => {
      const code = await import('./payments/payment-sender.ts')
      return (loaded ??= new code.PaymentSender({ ...shared, sync, comparison }))
    }
    this.spend = new Spend({
      ...shared,
      sync: this.sync,
      outputCounts: this.outputCounts,
      comparison,
      scanFeed,
      sender,
      inForeground,
      proposer: () => this.#proposer(),
    })
    this.cold = new ColdSigning({ ...shared, sender, inForeground })
    this.backgroundSync = new BackgroundSync({
      ports,
      store,
      addresses: this.addresses,
      chain: this.chain,
      other: new BackgroundWallet(ports, givenName(name, this.info)),
      alone: (task) => this.sync.apart(task),
      verifyPassword: (password) => this.verifyPassword(password),
      settled: (update) => this.sync.settled(update),
    })
    this.multisig = new Multisig({
      ...shared,
      sync: this.sync,
      sender,
      enabled: multisigEnabled,
    })
    this.#live = new LiveRefresh({ ...shared, chain: this.chain, sync })
    this.autoRefresh = this.#live.autoRefresh
  }

  #proposer(): Proposer | undefined {
    const { multisig, spendSecret } = this.secrets
    if (multisig) return this.multisig.proposer()
    return spendSecret ? undefined : this.cold.propose
  }

  /** An address of this wallet's network with valid keys; undefined when the text is none. */
  readAddress(text: string): Address | undefined {
    return readAddress(this.ports.crypto, text, this.network)
  }

  /** Creates the records that a new wallet needs beyond its keys, or restores removed ones. */
  prepare(): Promise<void> {
    return this.addresses.prepare(new TimeSlice(this.ports.clock))
  }

  get info(): Readonly<WalletInfo> {
    return this.store.info.value
  }

  get secrets(): Readonly<Secrets> {
    return this.store.secrets.value
  }

  get network(): Network {
    return this.info.network
  }

  get viewOnly(): boolean {
    return this.info.kind === 'view-only'
  }

  /** Set while the wallet is, or syncs as, a background wallet, which cannot spend. */
  get background(): undefined | 'wallet' | 'syncing' {
    if (this.backgroundSync.isBackgroundWallet) return 'wallet'
    return this.backgroundSync.isOn ? 'syncing' : undefined
  }

  /** Empty while the keys of a multisig group are not complete. */
  get primaryAddress(): string {
    const { spendPublic: spendKey, viewPublic: viewKey } = this.secrets
    if (isIdentity(spendKey)) return ''
    return formatAddress({ network: this.network, kind: 'standard', spendKey, viewKey })
  }

  /** The connection that calls use now. */
  get daemon(): Daemon | undefined {
    return this.#daemon
  }

  get daemonAddress(): DaemonAddress | undefined {
    return this.#daemonAddress
  }

  /**
   * Connects to another daemon; running calls on the old connection fail. A wallet that is kept offline keeps the
   * address only.
   */
  setDaemon(target: DaemonAddress): void {
    const connection = this.keptOffline ? undefined : this.ports.connect(target)
    this.#live.disconnect()
    this.#daemon?.close()
    this.#daemon = connection
    this.#daemonAddress = target
    if (connection) this.#daemonNames.set(connection, daemonName(target))
    this.sync.daemonChanged()
  }

  /** Whether the daemon in use reports new blocks and payments as they come. */
  get isLive(): boolean {
    return this.#live.isLive
  }

  /** Whether this wallet makes no request to a daemon. */
  get keptOffline(): boolean {
    return this.#isOffline() || this.info.keptOffline === true
  }

  /** Stores whether this wallet is kept offline. It closes or opens its connection at once. */
  async keepOffline(enabled: boolean): Promise<void> {
    // The connection is closed first: no request follows, even if the write fails.
    if (enabled) this.#disconnect()
    await this.exclusive(() =>
      this.store.commit((change) =>
        change.setValue(this.store.info, { ...this.info, keptOffline: enabled }),
      ),
    )
    this.reconnect()
  }

  /** Connects to the daemon again, or closes the connection of a wallet that is now kept offline. */
  reconnect(): void {
    if (this.keptOffline) this.#disconnect()
    else if (this.#daemonAddress && !this.#daemon) {
      this.setDaemon(this.#daemonAddress)
      this.autoRefresh.start(this.autoRefresh.period)
    }
  }

  #disconnect() {
    this.#live.disconnect()
    this.#daemon?.close()
    this.#daemon = undefined
    this.sync.daemonChanged()
  }

  /** Runs a long write alone: batches of a refresh and transfers run one at a time. */
  exclusive<T>(task: () => T | Promise<T>): Promise<T> {
    return this.#queue.take(task)
  }

  /**
   * As {@link exclusive}, for tasks refused during background sync, which may begin while the task
   * waits.
   *
   * @throws {RpcError} IS_BACKGROUND_WALLET, IS_BACKGROUND_SYNCING
   */
  inForeground<T>(task: () => T | Promise<T>): Promise<T> {
    return this.exclusive(() => {
      requireForeground(this)
      return task()
    })
  }

  verifyPassword(opener: Opener): Promise<boolean> {
    return this.#vault.verifyPassword(opener)
  }

  get hasPasskey(): boolean {
    return this.#vault.hasPasskey
  }

  /**
   * Adds a passkey that opens the wallet beside the password.
   *
   * @throws {WrongPassword} When the password is wrong.
   * @throws {RpcError} As {@link changePassword} does.
   */
  addPasskey(password: string, request: PasskeyRequest, secret: Uint8Array): Promise<void> {
    return this.inForeground(() =>
      this.store.rewrite(() => this.#vault.addPasskey(password, request, secret)),
    )
  }

  /**
   * Changes password and data key: all records are sealed anew and written as one. It removes a passkey. Nothing has changed when it throws.
   *
   * @throws {WrongPassword} When `oldPassword` is wrong.
   * @throws {RpcError} IS_BACKGROUND_WALLET, IS_BACKGROUND_SYNCING; UNKNOWN_ERROR when storage fails.
   */
  changePassword(oldPassword: string, newPassword: string): Promise<void> {
    return this.inForeground(async () => {
      const secrets = await this.backgroundSync.relocked(newPassword)
      const stored = secrets && withoutSpending(secrets)
      await this.store.rewrite((all) =>
        this.#vault.changePassword(
          oldPassword,
          newPassword,
          stored
            ? all.map((row) => (row.table === 'secrets' ? { ...row, record: stored } : row))
            : all,
        ),
      )
      if (secrets) this.store.hold(secrets)
    })
  }

  /**
   * Every commit is durable already. This restores removed files and updates the background wallet.
   */
  save(): Promise<void> {
    return this.exclusive(async () => {
      await this.#records.flush()
      await this.backgroundSync.save()
    })
  }

  /** Resolves when its storage is gone, so that it must be closed; absent where this cannot happen. */
  get storageLost(): Promise<StorageFailure> | undefined {
    return this.#records.lost
  }

  /** Stops all tasks, wipes the keys, and releases the lock. */
  async close(): Promise<void> {
    this.autoRefresh.stop()
    this.comparison.close()
    this.#daemon?.close()
    await this.sync.close()
    await this.exclusive(() => this.store.commit(() => undefined))
    try {
      await this.backgroundSync.close()
    } finally {
      this.store.wipe()
      this.#vault.wipe()
      await this.#records.close()
    }
  }
}

const nameOf = (error: unknown) => (error instanceof Error ? error.name : typeof error)
