/**
 * The command of `--tx-notify`: run for every transaction that brings money, when it waits in the pool
 * and when it is in a block; for a payment of our own in a block alone, where change comes back.
 *
 * @module
 * @see monero src/wallet/wallet2.cpp process_new_transaction
 */
import { command } from '../process/run-command.ts'
import type { Service } from '../../worker/engine/service.ts'
import type { Store } from '../../worker/engine/store/store.ts'
import {
  followWalletChanges,
  type WalletChange,
} from '../../worker/engine/ledger/wallet-changes.ts'
import { cursorAt } from '../../worker/engine/ledger/cursor.ts'

/** Has the command run for the wallets of `service`; `%s` is the transaction's id. */
export function notifyOfTransactions(service: Service, spec: string): void {
  const run = command('tx', spec)
  if (!run) return
  let end = () => {}
  service.watch((wallet) => {
    end()
    const listener = wallet && oncePerTransaction(wallet.store, (txid) => run({ '%s': txid }))
    end = listener
      ? followWalletChanges(wallet, cursorAt(wallet, wallet.sync.view()), listener)
      : () => {}
  })
}

/** A transaction that pays several addresses is told once each time, one that pays nothing to us never. */
function oncePerTransaction(
  { sent }: Pick<Store, 'sent'>,
  tell: (txid: string) => void,
): (change: WalletChange) => void {
  let last = ''
  return (change) => {
    if (change.name !== 'received' && change.name !== 'confirmed') return
    const { name, txid, height, type } = change
    const told = `${name} ${txid} ${height}`
    const bringsNothing = type === 'out' && sent.get(txid)?.change === 0n
    if (bringsNothing || told === last) return
    last = told
    tell(txid)
  }
}
