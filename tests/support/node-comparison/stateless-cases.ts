/**
 * More params of the daemon's calls, for daemons that are to agree on them whatever they hold.
 *
 * @module
 */
import type { Case } from './scene-cases.ts'
import { minerAddress } from '../programs/monerod.ts'

const id = '00'.repeat(32)

const hosts = [
  '10.1.2.3',
  '10.1.2.0/24',
  '10.9.9.9/8',
  '1.2',
  '0x0b.1',
  '010.1.1.1',
  '256.1.1.1',
  '1.2.3.4:80',
  '1.2.3.4:x',
  '1.2.3.4:70000',
  '1:2',
  '255.255.255.255',
  '10.0.0.0/33',
  '[2001:db8::2]:80',
  '[::ffff:1.2.3.4]:80',
  '[::102:304]:80',
  'x.onion',
  'foo.b32.i2p',
  `${'a'.repeat(56)}.onion`,
  '1.2.3.4 ',
  '',
]

// No level that logs connections: monerod 0.18.0.0 then loses its acceptor to one that is closed at once.
// monero contrib/epee/include/net/abstract_tcp_server2.inl (v0.18.0.0) save_dbg_log, handle_accept
const logs = ['*:WARNING', '+foo:INFO', '-foo:INFO', '-*:W', 'garbage', '1', '9', '1,foo:INFO', '']

/** Params that monerod reads in ways of its own; none changes the chain. */
export const moreCases: Case[] = [
  ...hosts.map((host) => ({
    call: 'set_bans',
    params: { bans: [{ host, ip: 7, ban: true, seconds: 50_000 }] },
  })),
  ...hosts.map((address) => ({ call: 'banned', params: { address }, volatile: ['seconds'] })),
  { call: 'get_bans', volatile: ['seconds'] },
  ...hosts.map((host) => ({ call: 'set_bans', params: { bans: [{ host, ip: 7, ban: false }] } })),
  { call: 'get_bans' },
  ...logs.map((categories) => ({ call: '/set_log_categories', params: { categories } })),
  ...[-1, 0, 1, 5].map((level) => ({ call: '/set_log_level', params: { level } })),
  { call: '/set_log_categories', params: { categories: '+a:INFO' } },
  ...[0, 1, 2, 16, 17, 255].map((version) => ({ call: 'hard_fork_info', params: { version } })),
  ...[0, 1, 50, 99, 100, 101].map((grace_blocks) => ({
    call: 'get_fee_estimate',
    params: { grace_blocks },
  })),
  ...[[0], [17_592_186_044_415], [5], [0, 5], [], 0].flatMap((amounts) => [
    { call: 'get_output_histogram', params: { amounts } },
    { call: 'get_output_histogram', params: { amounts, unlocked: true, recent_cutoff: 1 } },
    { call: 'get_output_histogram', params: { amounts, min_count: 2, max_count: 50 } },
    ...[false, true].flatMap((cumulative) => [
      { call: 'get_output_distribution', params: { amounts, cumulative, binary: false } },
      {
        call: 'get_output_distribution',
        params: { amounts, cumulative, binary: false, from_height: 3, to_height: 70 },
      },
      { call: 'get_output_distribution', params: { amounts, cumulative, compress: true } },
    ]),
  ]),
  { call: 'get_output_distribution', params: { amounts: [0], from_height: 9, to_height: 8 } },
  { call: 'get_output_distribution', params: { amounts: [0], to_height: 100_000 } },
  { call: 'get_coinbase_tx_sum', params: { height: 0, count: 80 } },
  { call: 'get_coinbase_tx_sum', params: { height: 1_000_000, count: 1 } },
  { call: 'set_limit', params: {} },
  { call: '/set_limit', params: { limit_down: -2, limit_up: 5 } },
  { call: '/in_peers', params: { set: false } },
  { call: 'get_block_template', params: { wallet_address: minerAddress, reserve_size: 256 } },
  {
    call: 'get_block_template',
    params: { wallet_address: minerAddress, extra_nonce: 'xy' },
  },
  {
    call: 'get_block_template',
    params: { wallet_address: minerAddress, reserve_size: 1, extra_nonce: '00' },
  },
  { call: 'get_block_template', params: { wallet_address: minerAddress, prev_block: 'x' } },
  { call: 'get_block_template', params: { wallet_address: minerAddress, prev_block: id } },
  { call: 'submit_block', params: ['zz'] },
  { call: 'flush_txpool', params: { txids: ['x', id] } },
  { call: 'get_block_header_by_hash', params: {} },
  { call: 'get_block', params: { hash: 'x' } },
  { call: 'get_block', params: { hash: id } },
  { call: '/send_raw_transaction', params: { tx_as_hex: 'xy' } },
  { call: '/send_raw_transaction', params: { tx_as_hex: '' } },
  { call: '/update', params: { command: 'check' } },
]
