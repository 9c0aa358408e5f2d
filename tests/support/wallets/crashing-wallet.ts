/**
 * A wallet whose storage and daemon stop answering at a moment of one's choice, as they do when the
 * process dies there; and the same wallet opened again by the next process.
 *
 * @module
 */
import { existsSync, readFileSync } from 'node:fs'
import { createFallback } from '#wasm/fallback/index.ts'
import { loadCrypto } from '#wasm/index.ts'
import type { Crypto } from '#wasm/types.ts'
import { systemClock } from '../../../worker/adapters/platform.ts'
import { keysOfSeed } from '../../../worker/engine/keys/account.ts'
import { seedKeys } from '../../../worker/engine/keys/new-keys.ts'
import type { Daemon } from '../../../worker/engine/base/ports.ts'
import type { Service } from '../../../worker/engine/service.ts'
import { Store } from '../../../worker/engine/store/store.ts'
import { Vault } from '../../../worker/engine/store/vault.ts'
import type { Wallet } from '../../../worker/engine/wallet.ts'
import { dispatch } from '../../../worker/rpc/dispatch.ts'
import { MemoryFiles } from '../storage/memory-files.ts'
import { ScriptedChain } from '../chains/scripted-chain.ts'
import { seededBytes } from '../random/sfc32.ts'
import { spendableDaemon } from '../chains/spendable-chain.ts'
import { vaultPorts } from '../storage/vault-ports.ts'
import { testSeed, testService } from './test-wallet.ts'
import { withBlocksArriving } from '../daemons/encoded-daemon.ts'

const module = new URL('../../../wasm/build/nightjar.wasm', import.meta.url)

/** Draws the same randomness for the same seed, so that two runs make the same transactions. */
async function repeatableCrypto(seed: number): Promise<Crypto> {
  const random = seededBytes(seed)
  return existsSync(module)
    ? loadCrypto(new Uint8Array(readFileSync(module)), random)
    : createFallback(random)
}

/** Files that may hang or fail at a write, and remember how they looked after each. */
export class CrashingFiles extends MemoryFiles {
  /** What was stored under `name` after each write that was made. */
  readonly history: Map<string, Uint8Array>[] = []
  /** Called with the number of a write, the first is 1, before it is made; and after it. */
  before: (write: number) => Promise<void> | void = () => {}
  after: (write: number) => Promise<void> | void = () => {}
  #writes = 0

  override async create(name: string) {
    const records = await super.create(name)
    return records === 'exists' ? records : this.#watched(name, records)
  }

  override async open(name: string) {
    const records = await super.open(name)
    return typeof records === 'string' ? records : this.#watched(name, records)
  }

  #watched(name: string, records: Exclude<Awaited<ReturnType<MemoryFiles['open']>>, string>) {
    return {
      ...records,
      write: async (puts: ReadonlyMap<string, Uint8Array>, deletes: readonly string[]) => {
        const write = ++this.#writes
        await this.before(write)
        await records.write(puts, deletes)
        this.history.push(new Map(this.contents.get(name)))
        await this.after(write)
      },
    }
  }
}

/** A process that dies never answers. */
export const unresolved = () => new Promise<never>(() => {})

export type Process = { service: Service; files: CrashingFiles; script: ScriptedChain }

/** The service of a new process. @param wrap - What the daemon does otherwise. */
export async function startProcess(
  script: ScriptedChain,
  seed: number,
  { files = new CrashingFiles(), wrap = (daemon: Daemon) => daemon } = {},
): Promise<Process> {
  const service = await testService(
    { network: 'fakechain', daemon: { address: 'scripted', trusted: true } },
    {
      crypto: await repeatableCrypto(seed),
      random: seededBytes(seed),
      clock: { ...systemClock, now: () => 1_800_000_000n },
      connect: () => withBlocksArriving(wrap(spendableDaemon(script))),
      files,
    },
  )
  return { service, files, script }
}

/** A chain of the test wallet, the same for the same seed. */
export async function repeatableScript(seed: number): Promise<ScriptedChain> {
  const crypto = await repeatableCrypto(seed)
  return new ScriptedChain(crypto, keysOfSeed(crypto, testSeed))
}

/** Makes the test wallet under the name `w`. */
export const createWallet = ({ service }: Pick<Process, 'service'>): Promise<Wallet> =>
  service.create({
    ...seedKeys(service.ports.crypto, testSeed, 'English'),
    name: 'w',
    password: 'p',
    network: 'fakechain',
    restoreHeight: 0n,
  })

/** The next process, on what the one before has stored. */
export async function reopen({ files, script }: Process, seed: number): Promise<Process> {
  const left = new CrashingFiles()
  for (const [name, records] of files.contents) left.contents.set(name, new Map(records))
  return startProcess(script, seed, { files: left })
}

/** Everything that a wallet keeps but when it was entered, table by table, rows in an order of their own. */
export function allTables(store: Store): Record<string, unknown> {
  const tables = [...store.tables()].filter(([name]) => name !== 'history')
  return structuredClone(
    Object.fromEntries(tables.map(([name, table]) => [name, sortedRows(table)])),
  )
}

/** Removes the output counts, so that the next payment has to load them. */
export const clearOutputCounts = (store: Store): Promise<void> =>
  store.commit((change) => {
    for (const name of store.outputCounts.keys()) change.delete(store.outputCounts, name)
  })

/** Rows by their keys, without their numbers in the history. */
export const sortedRows = ({ rows }: { rows: ReadonlyMap<string, unknown> }): [string, unknown][] =>
  [...rows].map(([key, row]): [string, unknown] => [key, unnumbered(row)]).sort(byKey)

function unnumbered(row: unknown): unknown {
  if (typeof row !== 'object' || row === null || !('found' in row)) return row
  const { found: _, ...rest } = row
  return rest
}

const byKey = ([a]: [string, unknown], [b]: [string, unknown]) => (a < b ? -1 : 1)

/** The same, of what is stored. */
export async function storedState(records: ReadonlyMap<string, Uint8Array>) {
  const store = new Store(async () => {})
  const read = {
    readAll: async () => records,
    write: async () => {},
    flush: async () => {},
    close: async () => {},
  }
  await Vault.open(vaultPorts, read, 'p', store)
  return allTables(store)
}

/** The result of a call. @throws {Error} When it is refused. */
export async function call(service: Service, method: string, params: object = {}) {
  const outcome = await dispatch(service, method, params)
  if ('error' in outcome) throw new Error(`${method}: ${outcome.error.message}`)
  return outcome.result
}
