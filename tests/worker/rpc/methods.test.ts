import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Method } from '../../../worker/rpc/method.ts'
import * as methods from '../../../worker/rpc/methods.ts'

/** Of the wallet RPC's specification, what exists so far, with the older names. */
const specified = [
  ...['set_daemon', 'get_balance', 'get_height', 'get_address', 'get_address_index'],
  ...['create_address', 'label_address', 'validate_address', 'get_accounts', 'create_account'],
  ...['label_account', 'transfer', 'transfer_split', 'sweep_all', 'relay_tx', 'incoming_transfers'],
  ...['get_transfers', 'get_transfer_by_txid', 'query_key', 'set_tx_notes', 'get_tx_notes'],
  ...['make_integrated_address', 'split_integrated_address', 'make_uri', 'parse_uri', 'get_tx_key'],
  ...['refresh', 'auto_refresh', 'store', 'get_languages', 'create_wallet', 'open_wallet'],
  ...['generate_from_keys', 'restore_deterministic_wallet', 'close_wallet'],
  ...['change_wallet_password', 'stop_wallet', 'get_version'],
]
const aliases = { get_balance: 'getbalance', get_address: 'getaddress', get_height: 'getheight' }

const table = Object.entries<Method>(methods)
const files = readdirSync('worker/rpc', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.includes('/') && name.endsWith('.ts'))
  .map((name) => ({ name, source: readFileSync(`worker/rpc/${name}`, 'utf8') }))
  .filter(({ source }) => /= (wallet|service)Method\(/.test(source))

describe('the table of methods', () => {
  test('holds what is specified', () => {
    expect(table.map(([name]) => name)).toEqual(expect.arrayContaining(specified))
  })

  test.each(Object.entries(aliases))('%s answers to %s', (name, alias) => {
    expect(methods[name as keyof typeof aliases].aliases).toContain(alias)
  })

  test('no name is given twice', () => {
    const names = table.flatMap(([name, { aliases: others = [] }]) => [name, ...others])
    expect(new Set(names).size).toBe(names.length)
  })

  test.each(files)('$name is in it, one method named as its file', ({ name, source }) => {
    const exported = [...source.matchAll(/^export const (\w+) = (?:wallet|service)Method/gm)]
    expect(exported.map(([, method]) => method)).toEqual([basename(name, '.ts')])
    expect(methods).toHaveProperty(basename(name, '.ts'))
  })

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
})
