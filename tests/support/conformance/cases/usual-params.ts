/**
 * What methods are usually asked: sets of params, `<name>` for what only the scene knows.
 *
 * @module
 */
import { minerSeed } from '../../programs/monerod.ts'
import { spendingParams } from './usual-spending-params.ts'

type ParamSets = readonly { readonly [param: string]: unknown }[]

const zeros = '0'.repeat(64)
const customBackground = {
  background_sync_type: 'custom-background-password',
  wallet_password: 'p',
}
const message = 'for the rent of May'

const usual: { readonly [method: string]: ParamSets } = {
  create_account: [{ label: 'flat' }],
  get_accounts: [{ tag: '' }, { tag: 'rent' }],
  get_balance: [{ account_index: 0 }, { account_index: 1 }, { address_indices: [7, 0, 1] }],
  label_account: [{ account_index: 1, label: 'the flat' }],
  set_account_tag_description: [{ tag: 'rent', description: 'what the house costs' }],
  // In the order of their bytes, which is not that of UTF-16.
  tag_accounts: [
    { tag: 'rent', accounts: [0, 1] },
    { tag: '\u{1f600}', accounts: [1] },
    { tag: '\uff5e', accounts: [0] },
  ],
  untag_accounts: [{ accounts: [0] }],
  create_address: [{ account_index: 0, label: 'shop' }],
  get_address: [
    { account_index: 0, address_index: [0, 1] },
    { account_index: 1 },
    { address_index: [7, 0, 7, 2] },
  ],
  set_subaddress_lookahead: [
    { password: 'p', major_idx: 3, minor_idx: 5 },
    { password: 'p', major_idx: 60, minor_idx: 210 },
    { password: 'wrong', major_idx: 0, minor_idx: 5 },
  ],
  get_address_index: [{ address: '<subaddress>' }, { address: '<own>' }],
  label_address: [{ index: { major: 0, minor: 1 }, label: 'till' }],
  make_integrated_address: [
    { standard_address: '<own>', payment_id: '1111111111111111' },
    { standard_address: '<miner>' },
  ],
  make_uri: [
    { address: '<own>', amount: 1_500_000_000_000, tx_description: 'a b&c', recipient_name: 'ü' },
    { address: '<integrated>' },
  ],
  parse_uri: [
    { uri: 'monero:<own>?tx_amount=1.5&recipient_name=a%20b&tx_description=c%26d' },
    { uri: 'monero:<subaddress>?unknown=1&tx_amount=0.000000000001' },
    { uri: 'monero:<own>?z=1&y=2&x=3&y=1' },
  ],
  split_integrated_address: [{ integrated_address: '<integrated>' }],
  validate_address: [{ address: '<own>' }, { address: '<stagenet>', any_net_type: true }],
  set_attribute: [{ key: 'a', value: 'ü "1"' }],
  get_attribute: [{ key: 'a' }, { key: 'unknown' }],
  add_address_book: [
    { address: '<miner>', description: 'somebody' },
    { address: '<integrated>' },
    { address: '<subaddress>', description: '' },
  ],
  edit_address_book: [
    { index: 0, set_address: true, address: '<own>', set_description: true, description: 'me' },
  ],
  get_address_book: [{ entries: [0] }, { entries: [1, 0, 1] }],
  delete_address_book: [{ index: 0 }],
  describe_transfer: [{ unsigned_txset: '<unsigned>' }, { multisig_txset: '<groupSet>' }],
  export_key_images: [{ all: true }],
  export_outputs: [{ all: true }],
  import_key_images: [
    {
      offset: 0,
      signed_key_images: [{ key_image: '<firstImage>', signature: '<firstSignature>' }],
    },
  ],
  import_multisig_info: [{ info: ['<peerInfo>'] }, { info: ['<peerInfo>', '<otherInfo>'] }],
  sign_multisig: [{ tx_data_hex: '<groupSet>' }],
  submit_multisig: [{ tx_data_hex: '<groupSigned>' }],
  import_outputs: [{ outputs_data_hex: '<outputs>' }],
  sign_transfer: [{ unsigned_txset: '<unsigned>' }],
  submit_transfer: [{ tx_data_hex: '00' }],
  set_log_categories: [{ categories: '*:ERROR' }],
  set_log_level: [{ level: 0 }],
  start_mining: [{ threads_count: 1, do_background_mining: false, ignore_battery: true }],
  get_tx_notes: [{ txids: ['<received>', zeros] }, { txids: [zeros, '<waiting>', '<received>'] }],
  set_tx_notes: [{ txids: ['<received>'], notes: ['groceries'] }],
  freeze: [{ key_image: '<keyImage>' }],
  frozen: [{ key_image: '<keyImage>' }],
  thaw: [{ key_image: '<keyImage>' }],
  check_reserve_proof: [{ address: '<own>', message, signature: '<reserveProof>' }],
  check_spend_proof: [{ txid: '<sent>', message, signature: '<spendProof>' }],
  check_tx_key: [
    { txid: '<sent>', tx_key: '<sentKey>', address: '<miner>' },
    { txid: '<sent>', tx_key: '<sentKey>', address: '<own>' },
  ],
  check_tx_proof: [
    { txid: '<received>', address: '<subaddress>', message, signature: '<inProof>' },
  ],
  get_reserve_proof: [{ all: false, account_index: 0, amount: 1_000_000_000_000, message }],
  get_spend_proof: [{ txid: '<sent>', message }],
  get_tx_proof: [
    { txid: '<received>', address: '<subaddress>', message },
    { txid: '<sent>', address: '<miner>', message },
  ],
  sign: [{ data: message, account_index: 0, address_index: 1, signature_type: 'spend' }],
  verify: [{ data: message, address: '<own>', signature: '<signature>' }],
  estimate_tx_size_and_weight: [{ n_inputs: 2, n_outputs: 2, ring_size: 16, rct: true }],
  get_tx_key: [{ txid: '<sent>' }],
  auto_refresh: [{ enable: false }],
  refresh: [{ start_height: 0 }],
  // Of what sign_transfer and import_outputs did to 0.18.0.0, and of sent payments' keys, nothing is left.
  rescan_blockchain: [{ hard: false }, { hard: true }],
  scan_tx: [{ txids: ['<received>'] }],
  set_daemon: [{ address: '<daemon>', trusted: true, ssl_support: 'disabled' }],
  // It is left set up, so that the next two have something to do.
  setup_background_sync: [
    { ...customBackground, background_cache_password: 'b' },
    { background_sync_type: 'off', wallet_password: 'p' },
    { ...customBackground, background_cache_password: 'p' },
    { background_sync_type: 'reuse-wallet-password', wallet_password: 'p' },
  ],
  start_background_sync: [{}],
  stop_background_sync: [
    { wallet_password: 'p', seed: minerSeed },
    { wallet_password: 'wrong' },
    { wallet_password: 'p', seed: 'x' },
    { wallet_password: 'p', seed: '<seed>', seed_offset: 'secret' },
    { wallet_password: 'p', seed: '<seed>' },
    { wallet_password: 'p' },
  ],
  verify_history: [{ start_height: 5, blocks: 0 }],
  get_bulk_payments: [
    { payment_ids: ['1111111111111111'], min_block_height: 0 },
    { payment_ids: ['0000000000000000', '1111111111111111'] },
  ],
  get_payments: [{ payment_id: '1111111111111111' }],
  get_transfer_by_txid: [{ txid: '<received>' }, { txid: '<sent>' }, { txid: '<waiting>' }],
  get_transfers: [
    { in: true, out: true, pending: true, failed: true, pool: true, all_accounts: true },
    { in: true, out: true, account_index: 0, subaddr_indices: [1] },
  ],
  incoming_transfers: [{ transfer_type: 'all' }, { transfer_type: 'all', account_index: 1 }],
  change_wallet_password: [{ old_password: 'p', new_password: 'p' }],
  query_key: ['mnemonic', 'view_key', 'spend_key'].map((key_type) => ({ key_type })),
}

/** What is usual to ask with; nothing, of a method that needs nothing. */
export const usualParams = (method: string): ParamSets =>
  usual[method] ?? spendingParams[method] ?? [{}]
