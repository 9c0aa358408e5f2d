import { describe, expect, test } from 'vitest'
import type { DaemonContract } from '#protocol/daemon/contract.ts'
import { bin, json, rpc } from '#protocol/daemon/calls.ts'
import type { Fields } from '#protocol/fields.ts'

const named = (table: Record<string, DaemonContract>) =>
  Object.entries(table).flatMap(([name, { aliases = [] }]) => [name, ...aliases])
const words = (text: string) => text.split(/\s+/).filter((word) => word !== '')

// The names of the specification, and after them those that monerod has beside it.
const methods = words(`
  get_block_count getblockcount on_get_block_hash on_getblockhash get_block_template
  getblocktemplate submit_block submitblock generateblocks get_last_block_header
  getlastblockheader get_block_header_by_hash getblockheaderbyhash get_block_header_by_height
  getblockheaderbyheight get_block_headers_range getblockheadersrange get_block getblock
  get_connections get_info hard_fork_info set_bans get_bans banned flush_txpool
  get_output_histogram get_coinbase_tx_sum get_version get_fee_estimate get_alternate_chains
  relay_tx sync_info get_txpool_backlog get_output_distribution get_miner_data prune_blockchain
  calc_pow flush_cache add_aux_pow

  rpc_access_info rpc_access_submit_nonce rpc_access_pay rpc_access_tracking rpc_access_data
  rpc_access_account
`)
const plainPaths = words(`
  get_height getheight get_outs get_transactions gettransactions get_alt_blocks_hashes
  is_key_image_spent send_raw_transaction sendrawtransaction start_mining stop_mining
  mining_status save_bc get_peer_list set_log_hash_rate set_log_level set_log_categories
  set_bootstrap_daemon get_transaction_pool get_transaction_pool_stats stop_daemon get_limit
  set_limit out_peers in_peers get_net_stats start_save_graph stop_save_graph update pop_blocks
  get_info getinfo

  get_transaction_pool_hashes get_public_nodes
`)
const binaryPaths = words(`
  get_blocks getblocks get_blocks_by_height getblocks_by_height get_hashes gethashes
  get_o_indexes get_outs get_transaction_pool_hashes

  get_output_distribution
`)

describe('the tables of calls contain every name once', () => {
  test.each([
    ['methods', rpc, methods],
    ['paths with JSON', json, plainPaths],
    ['binary paths', bin, binaryPaths],
  ])('%s', (_, table, names) => {
    expect(named(table).sort()).toEqual([...names].sort())
  })
})

// The calls that monerod maps with `!m_restricted`, and the two that it had so before they went.
const hidden = words(`
  calc_pow generateblocks get_connections set_bans get_bans banned flush_txpool
  get_coinbase_tx_sum get_alternate_chains relay_tx sync_info prune_blockchain flush_cache
  rpc_access_tracking rpc_access_data rpc_access_account
  get_alt_blocks_hashes start_mining stop_mining mining_status save_bc get_peer_list
  set_log_hash_rate set_log_level set_log_categories set_bootstrap_daemon stop_daemon
  get_net_stats set_limit out_peers in_peers update pop_blocks
  start_save_graph stop_save_graph
`)

test('a restricted node hides the calls that monerod hides', () => {
  const tables: Record<string, DaemonContract>[] = [rpc, json, bin]
  const restricted = tables.flatMap((table) =>
    Object.entries(table).flatMap(([name, contract]) => (contract.restricted ? [name] : [])),
  )
  expect(restricted.sort()).toEqual([...hidden].sort())
})

test('the spelling of wallet2 is an alias of the call', () => {
  for (const table of [rpc, json, bin])
    for (const { sentAs, aliases = [] } of Object.values<DaemonContract>(table))
      if (sentAs !== undefined) expect(aliases).toContain(sentAs)
})

test('marks the calls that need a confirmation', () => {
  const tables: Record<string, DaemonContract>[] = [rpc, json, bin]
  const asked = tables.flatMap((table) =>
    Object.entries(table).flatMap(([name, { caution }]) => (caution ? [[name, caution]] : [])),
  )
  const disrupting = words(`
    flush_cache flush_txpool in_peers out_peers pop_blocks prune_blockchain set_bans
    set_bootstrap_daemon stop_daemon update
  `)
  expect(Object.fromEntries(asked)).toEqual({
    ...Object.fromEntries(disrupting.map((name) => [name, 'disrupts'])),
    send_raw_transaction: 'spends',
  })
})

// The calls that begin with use_bootstrap_daemon_if_necessary in monerod.
const forwarded = {
  rpc: words(`
    get_block_template add_aux_pow get_last_block_header get_block_header_by_hash
    get_block_header_by_height get_block_headers_range get_block get_info hard_fork_info
    get_output_histogram get_version get_fee_estimate get_txpool_backlog get_output_distribution
    rpc_access_info rpc_access_submit_nonce rpc_access_pay rpc_access_data rpc_access_account
  `),
  json: words(`
    get_height get_info get_alt_blocks_hashes get_transactions get_outs is_key_image_spent
    get_transaction_pool get_limit get_transaction_pool_hashes get_transaction_pool_stats
  `),
  bin: words(`
    get_blocks get_blocks_by_height get_hashes get_outs get_o_indexes get_output_distribution
    get_transaction_pool_hashes
  `),
}

test.each(['rpc', 'json', 'bin'] as const)('a bootstrap node answers calls of %s', (table) => {
  const contracts: Record<string, DaemonContract> = { rpc, json, bin }[table]
  const withRule = (rule: DaemonContract['bootstrap']) =>
    Object.keys(contracts).filter((name) => contracts[name]!.bootstrap === rule)
  expect(withRule('answers').sort()).toEqual([...forwarded[table]].sort())
  expect(withRule('receives')).toEqual(table === 'json' ? ['send_raw_transaction'] : [])
})

test('an absent param has a value: a default, or an empty list', () => {
  const tables: Record<string, DaemonContract>[] = [rpc, json, bin]
  const required = tables.flatMap((table) =>
    Object.entries(table).flatMap(([name, { params }]) =>
      Object.entries(params as Fields)
        .filter(([, { inside, schema }]) => !schema.optional && !inside.element)
        .map(([param]) => `${name} ${param}`),
    ),
  )
  expect(required).toEqual([])
})
