import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Fields } from '#protocol/fields.ts'
import type { Method } from '../../../worker/rpc/method.ts'
import * as methods from '../../../worker/rpc/methods.ts'

/** Of the wallet RPC's specification, what exists so far, with the older names. */
const specified = [
  'set_daemon',
  'get_balance',
  'get_height',
  'get_address',
  'get_address_index',
  'create_address',
  'label_address',
  'validate_address',
  'get_accounts',
  'create_account',
  'label_account',
  'transfer',
  'transfer_split',
  'sweep_all',
  'relay_tx',
  'incoming_transfers',
  'get_transfers',
  'get_transfer_by_txid',
  'query_key',
  'set_tx_notes',
  'get_tx_notes',
  'make_integrated_address',
  'split_integrated_address',
  'make_uri',
  'parse_uri',
  'get_tx_key',
  'check_tx_key',
  'get_tx_proof',
  'check_tx_proof',
  'get_spend_proof',
  'check_spend_proof',
  'get_reserve_proof',
  'check_reserve_proof',
  'sign',
  'verify',
  'export_key_images',
  'refresh',
  'auto_refresh',
  'store',
  'get_languages',
  'create_wallet',
  'open_wallet',
  'generate_from_keys',
  'restore_deterministic_wallet',
  'close_wallet',
  'change_wallet_password',
  'stop_wallet',
  'get_version',
  'get_account_tags',
  'tag_accounts',
  'untag_accounts',
  'set_account_tag_description',
  'get_payments',
  'get_bulk_payments',
  'set_attribute',
  'get_attribute',
  'freeze',
  'frozen',
  'thaw',
  'get_address_book',
  'add_address_book',
  'edit_address_book',
  'delete_address_book',
  'start_mining',
  'stop_mining',
  'is_multisig',
  'prepare_multisig',
  'make_multisig',
  'exchange_multisig_keys',
  'finalize_multisig',
  'export_multisig_info',
  'import_multisig_info',
  'sign_multisig',
  'submit_multisig',
  'sweep_single',
  'estimate_tx_size_and_weight',
  'rescan_blockchain',
  'rescan_spent',
  'scan_tx',
  'sweep_dust',
  'get_default_fee_priority',
  'set_subaddress_lookahead',
  'set_log_level',
  'set_log_categories',
  'export_outputs',
  'import_outputs',
  'import_key_images',
  'describe_transfer',
  'sign_transfer',
  'submit_transfer',
  'setup_background_sync',
  'start_background_sync',
  'stop_background_sync',
]
const aliases = {
  get_balance: 'getbalance',
  get_address: 'getaddress',
  get_height: 'getheight',
  sweep_dust: 'sweep_unmixable',
}

const table = Object.entries<Method>(methods)
const files = readdirSync('worker/rpc', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.includes('/') && name.endsWith('.ts'))
  .map((name) => ({ name, source: readFileSync(`worker/rpc/${name}`, 'utf8') }))
  .filter(({ source }) => /= (wallet|service)Method\(/.test(source))

describe('the table of methods', () => {
  test('contains the specified methods', () => {
    expect(table.map(([name]) => name)).toEqual(expect.arrayContaining(specified))
  })

  test.each(Object.entries(aliases))('%s answers to %s', (name, alias) => {
    expect(methods[name as keyof typeof aliases].aliases).toContain(alias)
  })

  test('no name occurs twice', () => {
    const names = table.flatMap(([name, { aliases: others = [] }]) => [name, ...others])
    expect(new Set(names).size).toBe(names.length)
  })

  test.each(files)(
    '$name is in the table, with one method named as its file',
    ({ name, source }) => {
      const exported = [...source.matchAll(/^export const (\w+) = (?:wallet|service)Method/gm)]
      expect(exported.map(([, method]) => method)).toEqual([basename(name, '.ts')])
      expect(methods).toHaveProperty(basename(name, '.ts'))
    },
  )

  test('has no method without a file', () => {
    expect(table.map(([name]) => name).sort()).toEqual(
      files.map(({ name }) => basename(name, '.ts')).sort(),
    )
  })

  test.each(table)('%s is described', (_, { summary, source, params, result }) => {
    expect(summary).toMatch(/^[A-Z].*[^.]$/)
    expect(source).toMatch(/^[a-z0-9_/]+\.(cpp|h) \w+/)
    for (const fields of [params, result]) expect(fields).toBeTypeOf('object')
  })

  test('marks the calls that need a confirmation', () => {
    const asked = (caution: string) =>
      table.filter(([, method]) => method.caution === caution).map(([name]) => name)
    expect(asked('spends').sort()).toEqual([
      'abandon_tx',
      'relay_tx',
      'resend_tx',
      'sign_multisig',
      'sign_transfer',
      'submit_multisig',
      'submit_transfer',
      'sweep_all',
      'sweep_dust',
      'sweep_single',
      'transfer',
      'transfer_split',
    ])
    expect(asked('reveals').sort()).toEqual([
      'export_keys_file',
      'get_tx_key',
      'prepare_multisig',
      'query_key',
      'restore_deterministic_wallet',
    ])
  })

  test.each(table)('%s marks its secret params', (_, { params }) => {
    const named = Object.entries(params as Fields).filter(([name]) =>
      /password|^seed|spendkey|viewkey/.test(name),
    )
    for (const [, { schema }] of named) expect(schema.format).toBe('password')
  })
})
