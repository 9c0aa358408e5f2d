/**
 * The command of `--tx-notify`. It runs for every incoming transaction, once in the pool and once in a
 * block. For an own payment with change, it runs in a block only.
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

/** Runs the command for the wallets of `service`; `%s` is the transaction's id. */
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

/** One call for a transaction with several addresses, none for a transaction that pays nothing to the wallet. */
function oncePerTransaction(
  { sent }: Pick<Store, 'sent'>,
  notify: (txid: string) => void,
): (change: WalletChange) => void {
  let last = ''
  return (change) => {
    if (change.name !== 'received' && change.name !== 'confirmed') return
    const { name, txid, height, type } = change
    const notified = `${name} ${txid} ${height}`
    const bringsNothing = type === 'out' && sent.get(txid)?.change === 0n
    if (bringsNothing || notified === last) return
    last = notified
    notify(txid)
  }
}
