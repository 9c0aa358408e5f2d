/**
 * Wallet files in memory, for tests: named, locked while open, failing on request.
 *
 * @module
 */
import type { StorageFailure } from '../../../protocol/storage-failure.ts'
import type { RecordStore, WalletFiles } from '../../../worker/engine/base/ports.ts'
import { memoryRecords } from '../../../worker/engine/store/memory-records.ts'

/** Files that outlive the wallets opened from them, as long as the object lives. */
export class MemoryFiles implements WalletFiles {
  /** What is stored, by wallet. */
  readonly contents = new Map<string, Map<string, Uint8Array>>()
  /** Key files of monero's, by the names of their wallets. */
  readonly keyFiles = new Map<string, Uint8Array>()
  readonly #open = new Set<string>()
  /** Called before every write; what it throws is the write's failure. */
  beforeWrite: () => void = () => {}
  readonly #losing = new Set<(failure: StorageFailure) => void>()

  /** Ends the storage of all open wallets. */
  lose(failure: StorageFailure) {
    for (const lose of this.#losing) lose(failure)
  }

  async list() {
    return [...this.contents.keys()].sort()
  }

  async exists(name: string) {
    return this.contents.has(name)
  }

  async create(name: string) {
    if (this.contents.has(name)) return 'exists' as const
    this.contents.set(name, new Map())
    return this.#locked(name)
  }

  async open(name: string) {
    if (!this.contents.has(name)) return 'missing' as const
    if (this.#open.has(name)) return 'in use' as const
    return this.#locked(name)
  }

  async remove(name: string) {
    this.contents.delete(name)
  }

  async rename(from: string, to: string) {
    this.beforeWrite()
    this.contents.set(to, this.contents.get(from)!)
    this.contents.delete(from)
  }

  async readRecord(name: string, record: string) {
    return this.contents.get(name)?.get(record)
  }

  async measure(name: string) {
    const records = [...(this.contents.get(name)?.entries() ?? [])]
    const bytes = records.reduce((sum, [key, value]) => sum + key.length + value.length, 0)
    return { records: records.length, bytes }
  }

  async keyFile(name: string) {
    return this.keyFiles.get(name)
  }

  #locked(name: string): RecordStore {
    this.#open.add(name)
    const records = memoryRecords(this.contents.get(name)!)
    let isClosed = false
    let lose!: (failure: StorageFailure) => void
    const lost = new Promise<StorageFailure>((resolve) => (lose = resolve))
    this.#losing.add(lose)
    return {
      ...records,
      lost,
      write: async (puts, deletes) => {
        this.beforeWrite()
        await records.write(puts, deletes)
      },
      close: async () => {
        if (!isClosed) this.#open.delete(name)
        isClosed = true
        this.#losing.delete(lose)
      },
    }
  }
}
