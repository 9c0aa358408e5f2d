/**
 * What each param is asked with: values that it may have, values that mean nothing, and JSON of other
 * types than its own.
 *
 * @module
 */

export type Values = readonly unknown[]

const zeros = '0'.repeat(64)
const notHex = 'z'.repeat(64)
const ids = [zeros, notHex, 'ab', '', '<received>', '<sent>']
const addresses = [
  '<own>',
  '<miner>',
  '<subaddress>',
  '<integrated>',
  '<stagenet>',
  '<testnet>',
  '',
  'x',
]
const paymentIds = ['', '1111111111111111', '11', 'x', 'xyzxyzxyzxyzxyzx', '1'.repeat(64)]
const keyImages = [zeros, notHex, 'ab', '', '<keyImage>', '<spentKeyImage>']
const hexes = ['', '0', '00', 'xy', 'ab'.repeat(80)]
const amounts = [0, 1, 2_000_000_000_000, 900_000_000_000_000, 18_446_744_073_709_551_615n]
const indexLists = [[], [0], [1], [0, 1, 1], [4_294_967_295], [7, 6]]
const files = ['w', '../n', 'a/b']

/** Enough that none of them takes a minute. */
const counts = [0, 1, 3, 65_537]

const ofOwn = (parameters: string) => `monero:<own>?${parameters}`

/** Of one param, by its name or by `METHOD.PARAM` where that name means something else. */
export const known: { readonly [param: string]: Values } = {
  address: addresses,
  standard_address: addresses,
  integrated_address: addresses,
  txid: ids,
  txids: ids.map((id) => [id]),
  payment_id: paymentIds,
  payment_ids: [[], ...paymentIds.map((id) => [id])],
  key_image: keyImages,
  hex: hexes,
  tx_data_hex: hexes,
  unsigned_txset: hexes,
  multisig_txset: ['', '00', 'xy'],
  outputs_data_hex: hexes,
  signed_key_images: [[]],
  keys_file: hexes,
  signature: ['', 'x', 'SigV2x', 'OutProofV2x', 'ReserveProofV2x'],
  message: ['', 'another'],
  data: ['', 'another'],
  amount: amounts,
  account_index: [0, 1, 9, 4_294_967_295],
  address_index: [0, 1, 9, 4_294_967_295],
  address_indices: indexLists,
  subaddr_indices: indexLists,
  accounts: indexLists,
  'get_address.address_index': indexLists,
  subtract_fee_from_outputs: [[], [0], [1], [0, 0]],
  entries: [[], [0], [0, 0], [99]],
  index: [0, 1, 99],
  'label_address.index': [
    { major: 0, minor: 1 },
    { major: 9, minor: 0 },
    { major: 0, minor: 99 },
  ],
  label: ['', 'ü\n"'],
  tag: ['', 'rent', 'none'],
  description: ['', 'ü'],
  key: ['', 'ü'],
  value: ['', 'ü\n'],
  notes: [[], [''], ['a', 'b']],
  count: counts,
  level: [0, 1, 4, 5, -1, 127],
  ring_size: [0, 1, 11, 16, 100],
  categories: ['', '+', '0', '9', '1x', 'net:ERROR', '-net:ERROR'],
  priority: [0, 1, 2, 3, 4, 5, 'normal', 'x'],
  mixin: [0, 15],
  unlock_time: [0, 10, 100_000],
  outputs: [0, 1, 2, 16, 17],
  below_amount: [0, 1, 900_000_000_000_000],
  transfer_type: ['all', 'available', 'unavailable', 'x', ''],
  key_type: ['mnemonic', 'view_key', 'spend_key', 'x', ''],
  signature_type: ['spend', 'view', 'x', ''],
  min_height: [0, 50, 10_000],
  max_height: [0, 50, 10_000],
  min_block_height: [0, 50, 10_000],
  threads_count: [0, 1, 2, 1000],
  n_inputs: [0, 1, 146],
  n_outputs: [0, 1, 16],
  'estimate_tx_size_and_weight.ring_size': [0, 1, 16, 4_294_967_295],
  period: [0, 1, 90],
  start_height: [0, 10, 10_000],
  restore_height: [0, 10, 10_000],
  filename: files,
  language: ['', 'English', 'Deutsch', 'German', 'Klingon'],
  background_sync_type: ['', 'off', 'reuse-wallet-password', 'x', 'OFF'],
  wallet_password: ['', 'p', 'wrong'],
  background_cache_password: ['', 'p', 'b'],
  password: ['', 'p', 'wrong'],
  old_password: ['', 'wrong'],
  new_password: ['p'],
  'export_keys_file.kdf_rounds': [1],
  'import_keys_file.kdf_rounds': [1],
  viewkey: ['', notHex, 'ab'],
  spendkey: [notHex, 'ab'],
  // A wallet is made in a second or two: these are refused before.
  'create_wallet.language': ['', 'Klingon'],
  'generate_from_keys.address': ['<miner>', 'x'],
  'generate_from_keys.viewkey': [notHex, 'ab', ''],
  'open_wallet.filename': ['missing', '../w'],
  'open_wallet.password': ['wrong'],
  seed: ['', 'x', '<seed> ember', 'abbey abbey abbey'],
  seed_offset: ['', 'secret'],
  uri: [
    '',
    'x',
    'monero:',
    'monero:x',
    'monero:<own>',
    'monero:<own>?',
    'monero:<testnet>?a=b',
    ...['tx_amount=x', 'tx_amount', 'tx_amount=1=2', 'a', 'a=1=2', 'a=1&a=2'].map(ofOwn),
    ...['tx_amount=1&tx_amount=1', 'tx_payment_id=x', `tx_payment_id=${zeros}`].map(ofOwn),
    'monero:<integrated>?tx_payment_id=x',
  ],
  recipient_name: ['', 'a b'],
  tx_description: ['', 'a&b=c'],
  tx_key: ['', 'x', zeros, notHex, 'ab'],
  form: [],
  'get_accounts.tag': ['', 'rent', 'none', 'r.*', '['],
  'export_outputs.start': [],
  'export_outputs.count': [],
  // Elsewhere: other daemons, and other ways to them.
  'set_daemon.address': ['', 'x', '<daemon>'],
  username: [''],
  proxy: [''],
  'set_daemon.password': [''],
  ssl_support: ['disabled', 'autodetect', 'x', ''],
  ssl_private_key_path: [''],
  ssl_certificate_path: [''],
  ssl_ca_file: [''],
  ssl_allowed_fingerprints: [[]],
  major_idx: [0, 1],
  minor_idx: [0, 1],
  offset: [0, 1, 99],
  // Nothing may leave.
  do_not_relay: [true],
  // Of a wallet that must stay what it is.
  enable_multisig_experimental: [false],
  'make_multisig.threshold': [0],
}

export const usualOfKind: { readonly [kind: string]: Values } = {
  bool: [true, false],
  text: ['', 'x'],
  list: [[]],
}

/** JSON that a field of a kind is not. */
export const wrongOfKind: { readonly [kind: string]: readonly string[] } = {
  text: ['5', 'true', '{}', '["a"]'],
  bool: ['1', '"true"', '{}'],
  u64: ['"x"', '"1"', '-1', '1.5', '1e0', 'true', '{}', '18446744073709551616'],
  u32: ['"1"', '-1', '1.5', 'true', '{}', '4294967296'],
  i8: ['"1"', '1.5', 'true', '{}', '128'],
  priority: ['-1', '1.5', 'true', '{}', '4294967296'],
  object: ['5', '"x"', '[]'],
}
