/**
 * Background sync: the wallet scans while its spend key is absent from memory.
 *
 * The setup removes the spend key from the wallet's records and seals it under the password ({@link
 * file://./store/locked-keys.ts}). Nothing in memory can open the seal. With a separate password
 * there is also a background wallet ({@link file://./background-wallet.ts}), which only scans.
 *
 * @module
 * @see monero src/wallet/wallet2.cpp setup_background_sync, start_background_sync, stop_background_sync
 */
import { sameBytes } from '#protocol/bytes.ts'
import { RpcError } from '#protocol/errors.ts'
import type { Addresses } from './keys/addresses.ts'
import { keyForBackground, type BackgroundWallet } from './background-wallet.ts'
import type { Ports } from './base/ports.ts'
import {
  lockKeys,
  unlockKeys,
  wipeSpending,
  withoutSpending,
  type SpendingKeys,
} from './store/locked-keys.ts'
import { WalletDamaged } from './store/errors.ts'
import type { Opener } from './store/password.ts'
import type { BackgroundSyncType, SealedKey, Secrets, WalletInfo } from './store/records.ts'
import type { Store } from './store/store.ts'
import { isSpendKeyAway, applyOther, applySeen } from './sync/unknown-spends.ts'
import type { BlockIds } from './ledger/block-ids.ts'
import type { LedgerUpdate } from './ledger/ledger-writer.ts'

export type BackgroundParts = {
  ports: Ports
  store: Store
  addresses: Addresses
  chain: BlockIds
  /** The background wallet of this wallet, if it has one. */
  other: BackgroundWallet
  /** Runs a task alone: no refresh and no transfer runs at the same time. */
  alone: <T>(task: () => Promise<T>) => Promise<T>
  verifyPassword: (password: string) => Promise<boolean>
  /** Called after the results of the background scan are in the ledger. */
  settled: (update: LedgerUpdate) => void
}

export class BackgroundSync {
  readonly #parts: BackgroundParts

  constructor(parts: BackgroundParts) {
    this.#parts = parts
  }

  /** Whether background sync is running. Nothing can be spent then. */
  get isOn(): boolean {
    return isSpendKeyAway(this.#parts.store)
  }

  /** Whether this wallet is itself a background wallet, which only scans. */
  get isBackgroundWallet(): boolean {
    return this.#info.kind === 'background'
  }

  /**
   * Sets whether the wallet may sync in the background, and under which password.
   *
   * @param type - Undefined turns background sync off.
   * @param cachePassword - Of the background wallet, for `custom-background-password`.
   * @throws {RpcError} INVALID_PASSWORD; UNKNOWN_ERROR while background sync runs, when both
   *   passwords are the same, or when the background wallet is open.
   */
  setUp(
    type: BackgroundSyncType | undefined,
    password: string,
    cachePassword: string,
  ): Promise<void> {
    return this.#parts.alone(async () => {
      if (this.isOn)
        throw refused("Can't set background sync type from an existing background cache")
      await this.#requirePassword(password)
      const custom = type === 'custom-background-password'
      if (custom && cachePassword === password)
        throw refused('custom background password must be different than wallet password')
      if (this.#type === type && !custom) return
      const { ports, other } = this.#parts
      const before = this.#secrets.background
      const locked = type && (await lockKeys(ports, requireSpending(this.#secrets), password))
      const background = custom ? await keyForBackground(ports, cachePassword) : undefined
      if (custom || before) await other.remove(before)
      await this.#keep(type, locked, background)
      before?.key.fill(0)
      if (background) await other.hold(background)
      await this.#write()
    })
  }

  /** Removes the spend key from memory. @throws {RpcError} UNKNOWN_ERROR when it is not set up. */
  start(): Promise<void> {
    return this.#parts.alone(async () => {
      this.#requireSetUp()
      if (this.isBackgroundWallet)
        throw refused(
          "Can't start background syncing from a background wallet (it is always background syncing)",
        )
      if (this.isOn) return
      const { store, chain } = this.#parts
      const info = this.#info
      const from = chain.height
      await store.commit((change) =>
        change.setValue(store.info, {
          ...info,
          backgroundSync: { ...info.backgroundSync!, from },
        }),
      )
      const secrets = this.#secrets
      store.hold(withoutSpending(secrets))
      wipeSpending(secrets)
    })
  }

  /**
   * Restores the spend key from its seal, and resolves what the scan found without it.
   *
   * @param spendSecret - From a seed, if the caller passed one. It must be this wallet's.
   * @throws {RpcError} INVALID_PASSWORD; UNKNOWN_ERROR when it is not set up, or when the seed
   *   belongs to another wallet.
   */
  stop(password: string, spendSecret?: Uint8Array): Promise<void> {
    return this.#parts.alone(async () => {
      await this.#requirePassword(password)
      if (this.isBackgroundWallet) throw refused('invalid spend key')
      const spending = this.isOn ? await this.#unlocked(password) : this.#secrets
      if (spendSecret && !sameBytes(spendSecret, spending.spendSecret!)) {
        if (this.isOn) wipeSpending(spending)
        throw refused('invalid spend key')
      }
      this.#requireSetUp()
      if (this.isOn) await this.#return(spending)
    })
  }

  /**
   * Must be called after the wallet is read: its process may have ended during background sync.
   *
   * @param opener - What opened the wallet.
   * @throws {RpcError} UNKNOWN_ERROR for a passkey, which does not open the sealed spend key.
   */
  async open(opener: Opener): Promise<void> {
    if (!this.#secrets.locked) return
    if (typeof opener !== 'string')
      throw refused('background sync is set up: open it by its password')
    await this.#return(await this.#unlocked(opener))
  }

  /**
   * Merges the scan results of the background wallet, unless it is open elsewhere, and updates it.
   */
  async takeOver(): Promise<void> {
    // Without a background wallet, a refresh that has begun continues.
    if (!this.#secrets.background) return
    await this.#parts.alone(async () => {
      await this.#expected(() => this.#takeOver())
      await this.save()
    })
  }

  /** Updates the background wallet. */
  save(): Promise<void> {
    return this.#expected(() => this.#write())
  }

  /** Updates the background wallet for the last time. */
  async close(): Promise<void> {
    await this.save().finally(() => this.#parts.other.close())
  }

  /**
   * The keys to store under a new password; undefined where nothing is sealed. Must not be called
   * while background sync runs.
   *
   * @see monero src/wallet/wallet2.cpp change_password
   */
  async relocked(password: string): Promise<Secrets | undefined> {
    const secrets = this.#secrets
    if (!secrets.locked) return undefined
    const locked = await lockKeys(this.#parts.ports, requireSpending(secrets), password)
    return { ...secrets, locked }
  }

  async #takeOver() {
    const { other, settled } = this.#parts
    const { background } = this.#secrets
    if (!background) return
    await other.hold(background)
    // Background sync started first: its results cannot be resolved without the spend key.
    if (this.isOn) return
    const seen = await other.read(background)
    try {
      const update = seen && (await applyOther(this.#parts, seen))
      if (update) settled(update)
    } finally {
      seen?.wipe()
    }
  }

  async #write() {
    const { other, store, chain } = this.#parts
    const { background } = this.#secrets
    if (background) await other.write(background, store, chain.height)
  }

  // As in monero, this wallet works without it: the results of the background wallet can be scanned
  // again.
  async #expected(task: () => Promise<void>) {
    try {
      await task()
    } catch (error) {
      if (!(error instanceof RpcError || error instanceof WalletDamaged)) throw error
      this.#parts.ports.log('warning', `background wallet: ${error.message}`)
    }
  }

  async #keep(
    type: BackgroundSyncType | undefined,
    locked: Uint8Array | undefined,
    background: SealedKey | undefined,
  ) {
    const { store } = this.#parts
    const { locked: _, background: _before, ...bare } = this.#secrets
    const secrets = { ...bare, ...(locked && { locked }), ...(background && { background }) }
    const { backgroundSync: _sync, ...info } = this.#info
    await store.commit((change) => {
      change.setValue(store.secrets, locked ? withoutSpending(secrets) : secrets)
      change.setValue(store.info, {
        ...info,
        ...(type && { backgroundSync: { type } }),
      })
    })
    store.hold(secrets)
  }

  async #return(spending: Partial<SpendingKeys>) {
    const { store, settled } = this.#parts
    const away = this.#secrets
    store.hold({ ...away, ...spending })
    try {
      const update = await applySeen(this.#parts)
      if (update) settled(update)
    } catch (error) {
      store.hold(away)
      wipeSpending(spending)
      throw error
    }
  }

  async #unlocked(password: string): Promise<SpendingKeys> {
    const { ports } = this.#parts
    const { locked, spendPublic } = this.#secrets
    const spending = locked && (await unlockKeys(ports, locked, password))
    if (!spending) throw new WalletDamaged('locked keys: the wallet password does not open them')
    if (sameBytes(ports.crypto.multiplyBase(spending.spendSecret), spendPublic)) return spending
    wipeSpending(spending)
    throw refused('invalid spend key')
  }

  async #requirePassword(password: string) {
    if (!(await this.#parts.verifyPassword(password)))
      throw new RpcError('INVALID_PASSWORD', 'Invalid password.')
  }

  #requireSetUp() {
    if (this.#type === undefined)
      throw refused('must setup background sync first before using background sync')
  }

  get #type(): BackgroundSyncType | undefined {
    return this.#info.backgroundSync?.type
  }

  get #info(): Readonly<WalletInfo> {
    return this.#parts.store.info.value
  }

  get #secrets(): Readonly<Secrets> {
    return this.#parts.store.secrets.value
  }
}

function requireSpending({ spendSecret, ...rest }: Secrets): SpendingKeys {
  if (!spendSecret) throw new Error('background sync: expected a wallet with a spend key')
  return { spendSecret, ...rest }
}

const refused = (message: string) => new RpcError('UNKNOWN_ERROR', message)
