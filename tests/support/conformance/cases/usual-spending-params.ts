/**
 * What methods that spend, and those that make and open wallets, are usually asked.
 *
 * @module
 */

const xmr = 1_000_000_000_000

/** Address 6 has one output alone: what pays is no choice. */
const unsent = { subaddr_indices: [6], do_not_relay: true }

const single = { destinations: [{ amount: xmr, address: '<miner>' }], ...unsent }

/** A name that no wallet has yet. */
const file = { filename: '<new>', password: 'p' }

/** Sets of params by method. */
export const spendingParams: {
  readonly [method: string]: readonly { readonly [param: string]: unknown }[]
} = {
  transfer: [single],
  transfer_split: [single],
  sweep_all: [{ address: '<miner>', account_index: 0, ...unsent }],
  sweep_single: [{ address: '<miner>', key_image: '<keyImage>', do_not_relay: true }],
  sweep_dust: [{ do_not_relay: true }],
  relay_tx: [{ hex: '00' }],
  create_wallet: [
    { ...file, language: 'English' },
    { filename: '<new>', language: 'German' },
  ],
  generate_from_keys: [
    {
      ...file,
      restore_height: 5,
      address: '<own>',
      spendkey: '<spendKey>',
      viewkey: '<viewKey>',
    },
    {
      filename: '<new>',
      address: '<own>',
      viewkey: '<viewKey>',
      language: 'German',
      autosave_current: false,
    },
  ],
  restore_deterministic_wallet: [
    { ...file, seed: '<seed>', restore_height: 5 },
    {
      filename: '<new>',
      seed: '<seed>',
      seed_offset: 'secret',
      language: 'German',
      autosave_current: false,
    },
  ],
  abandon_tx: [{ txid: '12'.repeat(32) }],
  resend_tx: [{ txid: '12'.repeat(32) }],
  import_keys_file: [{ ...file, keys_file: '<keysFile>' }],
  export_keys_file: [{ password: 'p', watch_only: false }],
  open_wallet: [
    { filename: 'w', password: 'p' },
    { filename: 'w', password: 'p', autosave_current: false },
  ],
}
