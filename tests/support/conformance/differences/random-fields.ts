/**
 * Fields of answers that chance decides: of two wallets that do the same they differ, and so do those
 * of one wallet that does it twice.
 *
 * @module
 */

const keyOfTransaction = 'each transaction draws a random key'
const nonces = 'signatures have random nonces'
const encryption = 'encryption uses a random initialisation vector'
const formOfOutputs =
  'encrypted in the same way, in the format of v0.18.5.1, which 0.18.0.0 cannot read (`wallet2.cpp` `import_outputs_from_str`); `form: pair` selects the format of 0.18.0.0'
const drawnId = 'drawn at random if the call gives no payment id'

/** Text that differs each time, and why: by field, or by `METHOD.FIELD` where others of the name do not. */
export const randomTexts: { readonly [field: string]: string } = {
  tx_hash_list: keyOfTransaction,
  'transfer.tx_hash': keyOfTransaction,
  'sweep_single.tx_hash': keyOfTransaction,
  'relay_tx.tx_hash': keyOfTransaction,
  tx_key: keyOfTransaction,
  tx_key_list: keyOfTransaction,
  tx_blob: keyOfTransaction,
  tx_blob_list: keyOfTransaction,
  tx_raw_list: keyOfTransaction,
  tx_metadata: keyOfTransaction,
  tx_metadata_list: keyOfTransaction,
  signature: nonces,
  multisig_info: nonces,
  info: encryption,
  multisig_txset: encryption,
  'sign_multisig.tx_data_hex': encryption,
  unsigned_txset: encryption,
  signed_txset: encryption,
  outputs_data_hex: formOfOutputs,
  'make_integrated_address.payment_id': drawnId,
  'make_integrated_address.integrated_address': drawnId,
}

/** The name under which a table knows a field of a method's answer. */
export const nameIn = (table: object, method: string, field: string): string | undefined =>
  [`${method}.${field}`, field].find((name) => Object.hasOwn(table, name))
