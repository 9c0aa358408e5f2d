/**
 * The records of a wallet that a backup has, and their form.
 *
 * @module
 */
import type { Polyseed } from '#protocol/mnemonic/polyseed.ts'
import type {
  MultisigRecord,
  OutputRecord,
  ReceivedRecord,
  Secrets,
  WalletInfo,
} from '../store/records.ts'
import type { RecordChange, Store, Table } from '../store/store.ts'

/**
 * Tables that a backup leaves out. `lookahead` follows from the keys. `signing` has the nonces of a multisig member: a
 * restored nonce could sign a second time, which would reveal the member's share.
 */
const leftOut = ['lookahead', 'signing'] as const

/**
 * The records to back up: all but those left out. What is sealed with the password of this wallet is left out of the
 * keys, because a restored wallet has another password: background sync is set up again.
 */
export function backupRecords(all: readonly RecordChange[]): RecordChange[] {
  return all
    .filter(({ table }) => !leftOut.some((name) => name === table))
    .map((row) => {
      if (row.table === 'secrets') return { ...row, record: ownKeys(row.record as Secrets) }
      if (row.table === 'info') return { ...row, record: ownInfo(row.record as WalletInfo) }
      return row
    })
}

type OwnKeys = Omit<Secrets, 'locked' | 'background'>
type OwnInfo = Omit<WalletInfo, 'backgroundSync' | 'keyFile'>

function ownKeys({ locked: _, background: _sealed, ...keys }: Secrets): OwnKeys {
  return keys
}

function ownInfo({ backgroundSync: _, keyFile: _file, ...info }: WalletInfo): OwnInfo {
  return info
}

/** The form of a value: a kind, a list of one form, members by name (`?`: may be absent), or one of some texts. */
export type Shape =
  | 'text'
  | 'number'
  | 'bigint'
  | 'bool'
  | 'bytes'
  /** 32 bytes. */
  | 'key'
  | readonly [Shape]
  | { readonly [name: string]: Shape }
  | ReadonlySet<string>

/** A form for each member: without one, a backup could be written that is refused when it is read. */
type Members<R> = R extends string
  ? 'text'
  : {
      readonly [
        Name in keyof R & string as Record<never, never> extends Pick<R, Name> ? `${Name}?` : Name
      ]: Shape
    }

/** The record of a table, as a backup has it; never for what is no table. */
type RecordOf<Name extends keyof Store> = Name extends 'info'
  ? OwnInfo
  : Name extends 'secrets'
    ? OwnKeys
    : Store[Name] extends Table<infer R>
      ? R
      : never

type BackedUp = Exclude<
  { [Name in keyof Store]: RecordOf<Name> extends never ? never : Name }[keyof Store],
  (typeof leftOut)[number]
>

const subaddress = { account: 'number', address: 'number' } as const

const received = {
  txid: 'text',
  subaddress,
  amount: 'bigint',
  amounts: ['bigint'],
  fee: 'bigint',
  paymentId: 'text',
  timestamp: 'bigint',
  unlockTime: 'bigint',
  coinbase: 'bool',
  'proved?': 'bool',
  'pinned?': 'bool',
  'found?': 'bigint',
} as const satisfies Members<Omit<ReceivedRecord, 'height'>>

const output = {
  key: 'text',
  txid: 'text',
  indexInTx: 'number',
  globalIndex: 'bigint',
  amount: 'bigint',
  mask: 'key',
  ringct: 'bool',
  coinbase: 'bool',
  txPublicKey: 'key',
  subaddress,
  'keyImage?': 'text',
  'imported?': { position: 'number', requested: 'bool' },
  height: 'bigint',
  timestamp: 'bigint',
  unlockTime: 'bigint',
  frozen: 'bool',
  'spent?': { txid: 'text', 'height?': 'bigint' },
  txSize: 'number',
} as const satisfies Members<Omit<OutputRecord, 'replaced'>>

/** An output replaces at most a smaller one, so these are few. */
const replacedOutput = { ...output, 'replaced?': { ...output, 'replaced?': output } }

/** The form of the records of each table, as {@link file://../store/records.ts} defines them. */
export const shapes: Readonly<Record<string, Shape>> = {
  info: {
    network: new Set(['mainnet', 'testnet', 'stagenet', 'fakechain']),
    kind: new Set(['full', 'view-only', 'multisig']),
    restoreHeight: 'bigint',
    createdAt: 'bigint',
    seedLanguage: 'text',
    deterministic: 'bool',
    lookahead: { accounts: 'number', addresses: 'number' },
    'multisigEnabled?': 'bool',
    'keptOffline?': 'bool',
  },
  secrets: {
    'spendSecret?': 'key',
    viewSecret: 'key',
    spendPublic: 'key',
    viewPublic: 'key',
    'halfSeed?': 'bytes',
    'polyseed?': {
      secret: 'bytes',
      birthday: 'number',
      features: 'number',
      language: 'text',
    } satisfies Members<Polyseed>,
    'multisig?': {
      threshold: 'number',
      signers: ['key'],
      baseSecret: 'key',
      shares: ['key'],
      rounds: 'number',
      roundKeys: ['key'],
    } satisfies Members<MultisigRecord>,
  },
  accounts: { labels: ['text'] },
  blocks: {
    first: 'bigint',
    ids: 'bytes',
    reward: 'bigint',
    'times?': 'bytes',
    'ringctOutputs?': 'bytes',
    'difficulties?': 'bytes',
  },
  anchor: { height: 'bigint', times: 'bytes', difficulties: 'bytes' },
  outputCounts: { first: 'bigint', before: 'number', loaded: 'number', counts: 'bytes' },
  verified: {
    first: 'bigint',
    below: 'bigint',
    next: 'bigint',
    top: 'bigint',
    'parent?': 'key',
  },
  outputs: { ...output, 'replaced?': replacedOutput },
  frozen: { height: 'bigint' },
  keyImages: { keyImage: 'text', proven: 'bool', requested: 'bool' },
  received: { ...received, height: 'bigint' },
  pool: { ...received, doubleSpendSeen: 'bool' },
  sent: {
    txid: 'text',
    state: new Set(['journaled', 'pending', 'failed', 'mined']),
    blob: 'bytes',
    txKeys: ['key'],
    account: 'number',
    subaddresses: [subaddress],
    destinations: [{ address: 'text', amount: 'bigint' }],
    amountIn: 'bigint',
    amountOut: 'bigint',
    change: 'bigint',
    fee: 'bigint',
    paymentId: 'text',
    unlockTime: 'bigint',
    keyImages: ['text'],
    rings: [['bigint']],
    'daemon?': 'text',
    'abandoned?': 'bool',
    'resendAt?': 'bigint',
    timestamp: 'bigint',
    'height?': 'bigint',
    'found?': 'bigint',
  },
  rings: {
    real: 'number',
    candidates: ['number'],
    height: 'bigint',
    'ring?': ['number'],
    'answer?': { daemon: 'text', points: 'bytes' },
    'refused?': [{ daemon: 'text', claims: ['text'] }],
  },
  txKeys: { txKeys: ['key'] },
  notes: 'text',
  attributes: 'text',
  tags: { description: 'text', accounts: ['number'] },
  addressBook: { address: 'text', paymentId: 'text', description: 'text' },
  seen: {
    txid: 'text',
    blob: 'bytes',
    pruned: 'bool',
    coinbase: 'bool',
    'proved?': 'bool',
    globalIndices: ['bigint'],
    height: 'bigint',
    timestamp: 'bigint',
    version: 'number',
  },
  warnings: {
    problem: new Set(['same-key', 'foreign-spend', 'vanished', 'unscanned']),
    txid: 'text',
    amount: 'bigint',
    'height?': 'bigint',
    noticed: 'bigint',
    dismissed: 'bool',
  },
  history: {
    last: 'bigint',
    replaced: [{ number: 'bigint', height: 'bigint', detached: 'number' }],
    'scannedBefore?': 'bigint',
  },
} satisfies { [Name in BackedUp]: Members<RecordOf<Name>> }

/** Tables with one record, and its key. */
export const onlyKeys: Readonly<Record<string, string>> = {
  info: 'wallet',
  secrets: 'keys',
  anchor: 'blocks',
  verified: 'blocks',
  history: 'wallet',
}

/** Tables whose keys are the numbers from 0 on, without gaps. */
export const numbered: readonly string[] = ['accounts', 'addressBook']
