/**
 * The wallet's tables: read from memory at once, changed only through atomic commits.
 *
 * @module
 */
import { wipeSecrets } from './wipe-secrets.ts'
import type {
  AccountRecord,
  AddressBookRow,
  AnchorRecord,
  BlockSegment,
  FrozenRecord,
  HistoryRecord,
  KeyImageRecord,
  LookaheadRecord,
  OutputCountSegment,
  OutputRecord,
  PoolRecord,
  ReceivedRecord,
  RingRecord,
  Secrets,
  SeenRecord,
  SentRecord,
  SigningRecord,
  TagRecord,
  TxKeysRecord,
  VerifiedRecord,
  WalletInfo,
  WarningRecord,
} from './records.ts'

/** An index: a value derived from the rows of a table and updated with each change. */
export type Index<R> = {
  /** A row changes from `before` to `after`; undefined where the row is new or deleted. */
  changed(key: string, before: Readonly<R> | undefined, after: Readonly<R> | undefined): void
}

/** Records of one kind by key, as they were last committed. */
export class Table<R> {
  readonly name: string
  /** Written by {@link Store} only, before the first read. */
  readonly rows = new Map<string, R>()
  readonly #indexes = new Map<unknown, Index<R>>()

  constructor(name: string) {
    this.name = name
  }

  get(key: string): Readonly<R> | undefined {
    return this.rows.get(key)
  }

  has(key: string): boolean {
    return this.rows.has(key)
  }

  keys(): IterableIterator<string> {
    return this.rows.keys()
  }

  values(): IterableIterator<Readonly<R>> {
    return this.rows.values()
  }

  get size(): number {
    return this.rows.size
  }

  /**
   * An index over the rows: the same one for the same `make`.
   *
   * It is built from all rows on first use, and follows each change from then on.
   */
  index<I extends Index<R>>(make: (table: Table<R>) => I): I {
    const known = this.#indexes.get(make)
    if (known) return known as I
    const made = make(this)
    for (const [key, row] of this.rows) made.changed(key, undefined, row)
    this.#indexes.set(make, made)
    return made
  }

  /** Called by {@link Store} alone. @param record - Undefined deletes it. */
  set(key: string, record: R | undefined): void {
    const before = this.rows.get(key)
    if (record === undefined) this.rows.delete(key)
    else this.rows.set(key, record)
    for (const index of this.#indexes.values()) index.changed(key, before, record)
  }
}

/** A table of one record, stored under one key. */
export class Cell<T> extends Table<T> {
  readonly key: string

  constructor(name: string, key: string) {
    super(name)
    this.key = key
  }

  /** The record. @throws Error before it was first stored. */
  get value(): Readonly<T> {
    const record = this.valueIfStored
    if (record === undefined) throw new Error(`store: expected a record in ${this.name}, got none`)
    return record
  }

  get valueIfStored(): Readonly<T> | undefined {
    return this.get(this.key)
  }

  get isStored(): boolean {
    return this.has(this.key)
  }
}

/** The new value of a record; `undefined` deletes it. */
export type RecordChange = { table: string; key: string; record: unknown }

/** Encrypts and writes records to storage. */
export type Persist = (changes: readonly RecordChange[]) => Promise<void>

/** Changes staged for one commit. Reads through it include the staged changes. */
export class Change {
  readonly staged = new Map<Table<unknown>, Map<string, unknown>>()
  readonly #done: (() => void)[] = []

  get<R>(table: Table<R>, key: string): Readonly<R> | undefined {
    const rows = this.staged.get(table)
    return rows?.has(key) ? (rows.get(key) as R | undefined) : table.get(key)
  }

  put<R>(table: Table<R>, key: string, record: NoInfer<R>): void {
    this.#rows(table).set(key, record)
  }

  getValue<T>(cell: Cell<T>): Readonly<T> | undefined {
    return this.get(cell, cell.key)
  }

  setValue<T>(cell: Cell<T>, record: NoInfer<T>): void {
    this.put(cell, cell.key, record)
  }

  delete<R>(table: Table<R>, key: string): void {
    this.#rows(table).set(key, undefined)
  }

  /** Calls `act` after the commit; never when the commit fails. */
  afterwards(act: () => void): void {
    this.#done.push(act)
  }

  /** Called by {@link Store} alone. */
  committed(): void {
    for (const act of this.#done) act()
  }

  #rows<R>(table: Table<R>) {
    const known = this.staged.get(table)
    if (known) return known
    const rows = new Map<string, unknown>()
    this.staged.set(table, rows)
    return rows
  }
}

/** All tables of one open wallet. */
export class Store {
  readonly info = new Cell<WalletInfo>('info', 'wallet')
  readonly secrets = new Cell<Secrets>('secrets', 'keys')
  readonly accounts = new Table<AccountRecord>('accounts')
  readonly lookahead = new Table<LookaheadRecord>('lookahead')
  readonly blocks = new Table<BlockSegment>('blocks')
  readonly anchor = new Cell<AnchorRecord>('anchor', 'blocks')
  readonly outputCounts = new Table<OutputCountSegment>('outputCounts')
  readonly verified = new Cell<VerifiedRecord>('verified', 'blocks')
  readonly outputs = new Table<OutputRecord>('outputs')
  readonly frozen = new Table<FrozenRecord>('frozen')
  readonly keyImages = new Table<KeyImageRecord>('keyImages')
  readonly signing = new Table<SigningRecord>('signing')
  readonly received = new Table<ReceivedRecord>('received')
  readonly pool = new Table<PoolRecord>('pool')
  readonly sent = new Table<SentRecord>('sent')
  readonly rings = new Table<RingRecord>('rings')
  readonly txKeys = new Table<TxKeysRecord>('txKeys')
  readonly notes = new Table<string>('notes')
  readonly attributes = new Table<string>('attributes')
  readonly tags = new Table<TagRecord>('tags')
  readonly addressBook = new Table<AddressBookRow>('addressBook')
  readonly seen = new Table<SeenRecord>('seen')
  readonly warnings = new Table<WarningRecord>('warnings')
  readonly history = new Cell<HistoryRecord>('history', 'wallet')

  readonly #persist: Persist
  #last: Promise<unknown> = Promise.resolve()

  constructor(persist: Persist) {
    this.#persist = persist
  }

  /** Every table, by the name its records are stored under. */
  tables(): ReadonlyMap<string, Table<unknown>> {
    const all = Object.values(this).filter((member) => member instanceof Table)
    return new Map(all.map((table) => [table.name, table]))
  }

  /**
   * Stages changes and writes them as one: to storage first, then to memory.
   *
   * Commits run one after another; `stage` runs in its turn, synchronously, so what it reads is
   * current. When storage fails, memory is left as it was and the error is the caller's.
   */
  commit<T>(stage: (change: Change) => T): Promise<T> {
    return this.#alone(() => this.#run(stage))
  }

  /**
   * Runs a task between two commits, with all records. No commit runs until it ends.
   *
   * @param task - Writes the records anew; it must not commit.
   */
  rewrite<T>(task: (all: RecordChange[]) => Promise<T>): Promise<T> {
    return this.#alone(() => task(this.#all()))
  }

  /** Replaces the keys in memory only: with or without the spending part. */
  hold(secrets: Secrets): void {
    this.secrets.rows.set(this.secrets.key, secrets)
  }

  /** Overwrites the keys of the wallet and of its transactions, and its nonces. The store is unusable afterwards. */
  wipe(): void {
    for (const secrets of this.secrets.values()) wipeSecrets(secrets)
    for (const { txKeys } of [...this.sent.values(), ...this.txKeys.values()])
      for (const key of txKeys) key.fill(0)
    for (const { nonces } of this.signing.values()) for (const nonce of nonces) nonce.fill(0)
  }

  #alone<T>(task: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(task)
    this.#last = turn.catch(() => undefined)
    return turn
  }

  #all(): RecordChange[] {
    return [...this.tables()].flatMap(([table, { rows }]) =>
      [...rows].map(([key, record]) => ({ table, key, record })),
    )
  }

  async #run<T>(stage: (change: Change) => T): Promise<T> {
    const change = new Change()
    const answer = stage(change)
    const changes: RecordChange[] = []
    for (const [table, rows] of change.staged)
      for (const [key, record] of rows) changes.push({ table: table.name, key, record })
    if (changes.length > 0) await this.#persist(changes)

    for (const [table, rows] of change.staged)
      for (const [key, record] of rows) table.set(key, record)
    change.committed()
    return answer
  }
}
