/**
 * What calls are about: the groups in which the console lists them.
 *
 * @module
 */
import type { topics as daemonTopics } from '#protocol/daemon/calls.ts'
import { text } from '../languages/text.ts'
import type { WalletMethod } from '../client.ts'

type Topic = { title: string; names: readonly string[] }

/** Wallet methods by topic, as their folders in `worker/rpc` group them. */
export function walletTopics(): Topic[] {
  const topic = (title: string, ...names: WalletMethod[]): Topic => ({ title, names })
  return [
    topic(
      text('Accounts and balances'),
      'get_accounts',
      'get_balance',
      'create_account',
      'label_account',
      'get_account_tags',
      'tag_accounts',
      'untag_accounts',
      'set_account_tag_description',
    ),
    topic(
      text('Addresses and payment requests'),
      'get_address',
      'create_address',
      'label_address',
      'get_address_index',
      'validate_address',
      'make_integrated_address',
      'split_integrated_address',
      'make_uri',
      'parse_uri',
      'set_subaddress_lookahead',
    ),
    topic(
      text('Payments'),
      'transfer',
      'transfer_split',
      'sweep_all',
      'sweep_single',
      'sweep_dust',
      'estimate_tx_size_and_weight',
      'get_default_fee_priority',
      'get_tx_key',
      'relay_tx',
      'resend_tx',
      'abandon_tx',
    ),
    topic(
      text('History and notes'),
      'get_transfers',
      'get_transfer_by_txid',
      'get_payments',
      'get_bulk_payments',
      'incoming_transfers',
      'get_tx_notes',
      'set_tx_notes',
    ),
    topic(text('Outputs'), 'freeze', 'frozen', 'thaw'),
    topic(
      text('Contacts and attributes'),
      'get_address_book',
      'add_address_book',
      'edit_address_book',
      'delete_address_book',
      'get_attribute',
      'set_attribute',
    ),
    topic(
      text('Proofs and messages'),
      'get_tx_proof',
      'check_tx_proof',
      'check_tx_key',
      'get_spend_proof',
      'check_spend_proof',
      'get_reserve_proof',
      'check_reserve_proof',
      'sign',
      'verify',
    ),
    topic(
      text('Offline signing'),
      'export_outputs',
      'import_outputs',
      'export_key_images',
      'import_key_images',
      'describe_transfer',
      'sign_transfer',
      'submit_transfer',
    ),
    topic(
      text('Shared wallet'),
      'is_multisig',
      'prepare_multisig',
      'make_multisig',
      'exchange_multisig_keys',
      'finalize_multisig',
      'export_multisig_info',
      'import_multisig_info',
      'sign_multisig',
      'submit_multisig',
    ),
    topic(
      text('Synchronisation'),
      'get_height',
      'refresh',
      'auto_refresh',
      'rescan_blockchain',
      'rescan_spent',
      'scan_tx',
      'verify_history',
      'set_daemon',
      'setup_background_sync',
      'start_background_sync',
      'stop_background_sync',
    ),
    topic(
      text('Wallets, keys and passwords'),
      'create_wallet',
      'open_wallet',
      'close_wallet',
      'store',
      'restore_deterministic_wallet',
      'generate_from_keys',
      'query_key',
      'export_keys_file',
      'import_keys_file',
      'change_wallet_password',
      'get_languages',
      'get_version',
      'stop_wallet',
    ),
    topic(
      text('Mining and log'),
      'start_mining',
      'stop_mining',
      'set_log_level',
      'set_log_categories',
    ),
  ]
}

/** Title of a topic of daemon calls. */
export function daemonTitle(topic: keyof typeof daemonTopics): string {
  const titles: Record<keyof typeof daemonTopics, string> = {
    blocks: text('Node: blocks'),
    chain: text('Node: chain and synchronisation'),
    transactions: text('Node: transactions'),
    pool: text('Node: transaction pool'),
    outputs: text('Node: outputs'),
    mining: text('Node: mining'),
    peers: text('Node: peers and bans'),
    payment: text('Node: paid access'),
    administration: text('Node: administration'),
  }
  return titles[topic]
}
