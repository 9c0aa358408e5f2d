import { feedCacheName } from '#protocol/feed/cache-name.ts'
import type { WalletClient } from '../../client.ts'
import type { Session } from '../session.svelte.ts'
import { storeFeedBudget } from '../stored/feed-cache.ts'

type StorageCalls = Pick<WalletClient, 'get_storage' | 'set_feed_cache'>
type Sizes = Awaited<ReturnType<WalletClient['get_storage']>>

/** What this browser stores for the page. */
export class BrowserStorage {
  sizes = $state.raw<Sizes>()
  /** Bytes, as the browser estimates them. */
  usage = $state<number>()
  quota = $state<number>()
  /** Whether the browser keeps the data; undefined where it does not say. */
  persisted = $state<boolean>()
  /** Whether the browser refused to keep the data. */
  refused = $state(false)
  /** Program files that the service worker stores. */
  cached = $state.raw<{ files: number; bytes: number }>()
  settings = $state(localStorage.length)
  failed = $state(false)
  readonly #client: StorageCalls

  constructor(client: StorageCalls) {
    this.#client = client
  }

  async read() {
    this.settings = localStorage.length
    try {
      const { storage } = navigator
      const estimate = await storage?.estimate?.()
      this.usage = estimate?.usage
      this.quota = estimate?.quota
      this.persisted = await storage?.persisted?.()
      this.sizes = await this.#client.get_storage({})
      this.cached = await cacheSize()
    } catch {
      this.failed = true
    }
  }

  async persist() {
    this.refused = (await navigator.storage.persist()) === false
    await this.read()
  }

  /** Keeps that much of scan feeds from now on, also after a reload. @param bytes - 0 keeps nothing. */
  async keepFeed(bytes: number) {
    await this.#client.set_feed_cache({ bytes: BigInt(bytes) })
    storeFeedBudget(bytes)
    await this.read()
  }

  /**
   * Deletes all wallets, settings and program files of this browser.
   *
   * @throws {RpcError} For a wallet that is open in another tab. Nothing is deleted then.
   */
  async deleteAll(session: Session) {
    await session.lock()
    await session.client.remove_all_wallets({})
    localStorage.clear()
    sessionStorage.clear()
    if (globalThis.caches) for (const name of await caches.keys()) await caches.delete(name)
    const workers = (await navigator.serviceWorker?.getRegistrations()) ?? []
    for (const worker of workers) await worker.unregister()
  }
}

async function cacheSize() {
  let [files, bytes] = [0, 0]
  // Absent where the page is not in a secure context.
  for (const name of globalThis.caches ? await caches.keys() : []) {
    // Its files are no program files.
    if (name === feedCacheName) continue
    const cache = await caches.open(name)
    for (const request of await cache.keys()) {
      const response = await cache.match(request)
      files++
      bytes += (await response?.blob())?.size ?? 0
    }
  }
  return { files, bytes }
}
