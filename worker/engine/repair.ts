/**
 * Makes a usable wallet of records that were removed, replaced by older versions, or damaged.
 *
 * Every record that is left is genuine, but may be old. Data of the chain is removed, so that the next refresh reads it
 * again. What the chain does not contain stays as it was found: labels, notes, the address book.
 *
 * @module
 */
import { firstLabel } from './keys/addresses.ts'
import { BlockIds } from './ledger/block-ids.ts'
import type { Log } from './base/ports.ts'
import type { RecordsChanged } from './store/errors.ts'
import type { Change, Store } from './store/store.ts'
import type { Vault } from './store/vault.ts'
import { resetChain } from './sync/rescan.ts'

/** Tables whose records are independent of all others, and of the chain. */
const independent: ReadonlySet<string> = new Set([
  'notes',
  'attributes',
  'tags',
  'addressBook',
  'warnings',
])

/**
 * Stores a consistent state. Must run before the wallet is made from `store`.
 *
 * @throws {RpcError} UNKNOWN_ERROR when storage fails; the records are then as before.
 */
export async function repairRecords(
  log: Log,
  store: Store,
  vault: Vault,
  damage: RecordsChanged,
): Promise<void> {
  log('warning', `opened for repair: ${damage.message}`)
  const isIndependent = damage.tables && [...damage.tables].every((name) => independent.has(name))
  await store.commit((change) => {
    closeGaps(change, store)
    const { accounts, lookahead, info, signing } = store
    // A nonce of an older version may have signed already. A second signature would reveal the share of this member.
    if (damage.tables?.has('signing') !== false)
      for (const key of signing.keys()) change.delete(signing, key)
    if (isIndependent) return
    resetChain(
      change,
      { store, chain: new BlockIds(store, info.value.network), addresses: { clear: () => {} } },
      { hard: false },
    )
    for (const account of lookahead.keys()) change.delete(lookahead, account)
    for (let account = 0; account < accountsIn(store); account++)
      if (!accounts.has(`${account}`))
        change.put(accounts, `${account}`, { labels: [account === 0 ? firstLabel : ''] })
  })
  // Where nothing had to change, the manifest still does not fit.
  await vault.persist([])
}

/** Number of accounts, with those that are missing among them. */
function accountsIn({ accounts, tags }: Store): number {
  const tagged = [...tags.values()].flatMap((tag) => tag.accounts)
  return 1 + Math.max(-1, ...[...accounts.keys()].map(Number), ...tagged)
}

/** Rows of the address book have consecutive indices. */
function closeGaps(change: Change, { addressBook }: Store) {
  const rows = [...addressBook.rows].sort(([a], [b]) => Number(a) - Number(b))
  rows.forEach(([key, row], index) => {
    if (key === `${index}`) return
    change.delete(addressBook, key)
    change.put(addressBook, `${index}`, row)
  })
}
