/**
 * The content of a new wallet, and its first records.
 *
 * @module
 */
import type { Network } from '#protocol/address.ts'
import type { KeyFileRings } from './keyfile/key-file-rings.ts'
import type { NewKeys } from './keys/new-keys.ts'
import type { Secrets, WalletInfo } from './store/records.ts'
import type { Change, RecordChange, Store, Table } from './store/store.ts'

export type NewWallet = NewKeys & {
  name: string
  password: string
  network: Network
  restoreHeight: bigint
  /** Subaddress lookahead; defaults to the service's option. */
  lookahead?: WalletInfo['lookahead']
  keyFile?: string
  /** Ring data of earlier copies of the wallet. */
  rings?: KeyFileRings
  /** All records of a backup, with keys and description. */
  records?: readonly RecordChange[]
}

/** Stages the first records. @param now - Unix seconds. */
export function stageNewWallet(
  change: Change,
  store: Store,
  wanted: NewWallet & Required<Pick<NewWallet, 'lookahead'>>,
  now: bigint,
): void {
  if (wanted.records) return stageRecords(change, store, wanted.records)
  const { secrets, network, restoreHeight, seedLanguage, deterministic, lookahead } = wanted
  change.setValue(store.secrets, secrets)
  for (const [key, record] of wanted.rings ?? []) change.put(store.rings, key, record)
  change.setValue(store.info, {
    network,
    kind: kindOf(secrets),
    restoreHeight,
    createdAt: now,
    seedLanguage,
    deterministic,
    lookahead,
    ...(wanted.keyFile !== undefined && { keyFile: wanted.keyFile }),
    // A multisig seed counts as the user's consent to the experimental feature.
    ...(secrets.multisig && { multisigEnabled: true }),
  })
}

function stageRecords(change: Change, store: Store, records: readonly RecordChange[]) {
  const tables = store.tables() as ReadonlyMap<string, Table<unknown>>
  for (const { table, key, record } of records) change.put(tables.get(table)!, key, record)
}

export const kindOf = ({ multisig, spendSecret }: Secrets): WalletInfo['kind'] =>
  multisig ? 'multisig' : spendSecret ? 'full' : 'view-only'
