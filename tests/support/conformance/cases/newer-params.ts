/**
 * Params that 0.18.0.0 does not read.
 *
 * @module
 */

const newParams: { readonly [method: string]: readonly string[] } = {
  get_accounts: ['regex'],
  get_transfers: ['pending_elsewhere'],
  open_wallet: ['repair'],
  add_address_book: ['payment_id'],
  edit_address_book: ['set_payment_id', 'payment_id'],
  exchange_multisig_keys: ['force_update_use_with_caution', 'resend'],
  import_multisig_info: ['refresh_after_import'],
  export_outputs: ['start', 'count', 'form'],
  set_daemon: ['proxy'],
  restore_deterministic_wallet: ['enable_multisig_experimental'],
  transfer: ['subtract_fee_from_outputs', 'mixin'],
  transfer_split: ['mixin'],
  sweep_all: ['mixin'],
  sweep_single: ['mixin'],
}

export const isNewParam = (method: string, param: string): boolean =>
  newParams[method]?.includes(param) ?? false
