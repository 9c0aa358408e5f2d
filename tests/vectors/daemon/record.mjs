/**
 * Records how a real monerod answers calls whose params are at their limits or wrong.
 *
 * `node tests/vectors/daemon/record.mjs` writes `answers.json` beside it. The chain is that of
 * `epee/answers.json`. Bodies are strings, a character a byte.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../free-port.mjs'

const here = import.meta.dirname
const miner =
  '42ey1afDFnn4886T7196doS9GPMzexD9gXpsZJDwVjeRVdFCSoHnv7KPbBeGpzJBzHRCAs9UxqeoyFQMYbqSWYTfJJQAWDm'
const subaddress =
  '8BQBPWmWyGiJ9qAhq7TT3NLrf84V54gzifpKF7DUR4FZZJgA4rDkVsWRDZHy7QWqEKdjcj8h6qB3nHVLXC5VEzpfJkb9D12'
const stagenet =
  '5BPe5yCZezAD5nom5kxpxDFZUQ5tbnERUSxjNXiB17xeeMvWuagicooR68m1KEvQ2Ygehdqp1w2pVREUWARahPnJEGUoJZf'
const none = '00'.repeat(32)

/** The blocks of the chain after the genesis block, in hex. */
const [{ answer: whole }] = JSON.parse(readFileSync(join(here, '../epee/answers.json'), 'utf8'))
const blocks = [...whole.matchAll(/\x05block\x0a/g)].map(({ index }) => {
  const at = index + 7
  const bytes = Buffer.from(whole, 'latin1')
  const width = [1, 2, 4][bytes[at] & 3]
  const length = bytes.readUIntLE(at, width) >> 2
  return bytes.subarray(at + width, at + width + length).toString('hex')
})

const rpc = (method, ...all) =>
  (all.length > 0 ? all : [undefined]).map((params) => ({
    path: '/json_rpc',
    body: JSON.stringify({ jsonrpc: '2.0', id: '0', method, params }).replace(/"(\d+)n"/g, '$1'),
  }))
const json = (path, ...all) =>
  (all.length > 0 ? all : [undefined]).map((params) => ({
    path,
    body: params ? JSON.stringify(params).replace(/"(\d+)n"/g, '$1') : '',
  }))
const most = '18446744073709551615n'

/** @param ids - Of the blocks. @param coinbase - Id of the miner transaction of block 1. */
const requests = ({ ids, coinbase }) => [
  ...rpc('on_get_block_hash', [5], [6], [5, 5], [], [most], ['5']),
  ...rpc(
    'get_block_template',
    { wallet_address: 'x', reserve_size: 8 },
    { wallet_address: subaddress, reserve_size: 8 },
    { wallet_address: stagenet, reserve_size: 8 },
    { wallet_address: 'x', reserve_size: 255 },
    { wallet_address: 'x', reserve_size: 256 },
    { wallet_address: 'x', reserve_size: 1, extra_nonce: '00' },
    { wallet_address: 'x', extra_nonce: '0'.repeat(510) },
    { wallet_address: 'x', extra_nonce: '0'.repeat(512) },
    { wallet_address: miner, extra_nonce: 'xy' },
    { wallet_address: miner, extra_nonce: '000' },
    { wallet_address: miner, prev_block: 'x' },
    { wallet_address: miner, prev_block: none },
    { wallet_address: miner, prev_block: ids[5] + '00' },
    { wallet_address: miner },
    { wallet_address: miner, reserve_size: 60 },
    { wallet_address: miner, extra_nonce: '0a0b0c' },
    { wallet_address: miner, reserve_size: 60, prev_block: ids[2] },
  ),
  ...rpc(
    'submit_block',
    [],
    ['00'],
    ['zz'],
    ['000'],
    [blocks[5], blocks[5]],
    [blocks[5].slice(0, -2)],
    [blocks[5] + '00'],
    // Its parent is unknown; its miner transaction is that of another height.
    [blocks[5].replace(ids[4], none)],
    [blocks[5].replace(ids[4], ids[5])],
  ),
  ...rpc(
    'generateblocks',
    { amount_of_blocks: 0, wallet_address: 'x' },
    { amount_of_blocks: 1, wallet_address: 'x' },
    { amount_of_blocks: 1, wallet_address: subaddress },
    { amount_of_blocks: 1, wallet_address: miner, prev_block: 'x' },
    { amount_of_blocks: 1, wallet_address: miner, prev_block: none },
  ),
  ...rpc('get_block_header_by_height', { height: 5 }, { height: 6 }, { height: most }, {}),
  ...rpc(
    'get_block_header_by_hash',
    {},
    { hash: ids[5] },
    { hash: ids[5].toUpperCase() },
    { hash: 'x' },
    { hash: '00' },
    { hash: none },
    { hashes: [ids[0], ids[5]] },
    { hashes: [ids[0], 'x'] },
    { hashes: [ids[0], none] },
    { hash: ids[1], hashes: [ids[2]] },
  ),
  ...rpc(
    'get_block_headers_range',
    { start_height: 0, end_height: 0 },
    { start_height: 4, end_height: 5 },
    { start_height: 5, end_height: 6 },
    { start_height: 3, end_height: 2 },
    { start_height: 0, end_height: most },
    {},
  ),
  ...rpc(
    'get_block',
    {},
    { height: 5 },
    { height: 6 },
    { hash: ids[5] },
    { hash: ids[5].toUpperCase(), height: 9 },
    { hash: 'x' },
    { hash: none },
  ),
  ...rpc('hard_fork_info', { version: 0 }, { version: 1 }, { version: 16 }, { version: 17 }),
  ...rpc('hard_fork_info', { version: 255 }, { version: 256 }),
  ...rpc('get_fee_estimate', {}, { grace_blocks: 99 }, { grace_blocks: 100 }),
  ...rpc('get_fee_estimate', { grace_blocks: 101 }),
  ...rpc(
    'get_coinbase_tx_sum',
    {},
    { height: 0, count: 0 },
    { height: 0, count: 6 },
    { height: 5, count: 1 },
    { height: 5, count: 6 },
    { height: 6, count: 1 },
    { height: 0, count: 7 },
    { height: most, count: 1 },
    { height: 0, count: most },
  ),
  ...rpc('calc_pow', { major_version: 16, height: 5, block_blob: 'zz', seed_hash: none }),
  ...rpc('calc_pow', { major_version: 16, height: 5, block_blob: '000', seed_hash: none }),
  ...rpc('calc_pow', { major_version: 16, height: 5, block_blob: '00', seed_hash: 'zz' }),
  ...rpc('calc_pow', { major_version: 16, height: 5, block_blob: '00', seed_hash: '00' }),
  ...rpc(
    'add_aux_pow',
    { blocktemplate_blob: blocks[5], aux_pow: [] },
    { blocktemplate_blob: blocks[5], aux_pow: [{ id: 'x', hash: none }] },
    { blocktemplate_blob: blocks[5], aux_pow: [{ id: none, hash: '00' }] },
    { blocktemplate_blob: 'zz', aux_pow: [{ id: none, hash: none }] },
    { blocktemplate_blob: '00', aux_pow: [{ id: none, hash: none }] },
    {
      blocktemplate_blob: blocks[5],
      aux_pow: [
        { id: none, hash: none },
        { id: none, hash: ids[1] },
      ],
    },
    { blocktemplate_blob: blocks[5], aux_pow: [{ id: ids[1], hash: ids[2] }] },
    ...[2, 3, 4, 5].map((count) => ({
      blocktemplate_blob: blocks[5],
      aux_pow: ids.slice(0, count).map((id, at) => ({ id, hash: ids[5 - at] })),
    })),
  ),
  ...rpc('relay_tx', {}, { txids: [none] }, { txids: ['x'] }, { txids: ['x', none, 'y'] }),
  ...rpc('flush_txpool', {}, { txids: [none] }, { txids: ['x'] }, { txids: ['x', none] }),
  ...rpc('get_txpool_backlog'),
  ...rpc('get_connections'),
  ...rpc('sync_info'),
  ...rpc('get_alternate_chains'),
  ...rpc('get_miner_data'),
  ...rpc('prune_blockchain', { check: true }),
  ...rpc('flush_cache', {}, { bad_txs: true, bad_blocks: true }),
  ...rpc(
    'get_output_histogram',
    {},
    { amounts: [0], min_count: 5 },
    { amounts: [0], min_count: 6 },
    { amounts: [0], max_count: 5 },
    { amounts: [0], max_count: 4 },
    { amounts: [0, 0, 5] },
    { amounts: [5, 0], unlocked: true },
    { min_count: 2 },
    { amounts: [0], recent_cutoff: 1 },
    { amounts: [17592186044415], recent_cutoff: most },
  ),
  ...rpc(
    'get_output_distribution',
    {},
    { amounts: [0], binary: false, to_height: 5 },
    { amounts: [0], binary: false, to_height: 6 },
    { amounts: [0], binary: false, from_height: 5 },
    { amounts: [0], binary: false, from_height: 6 },
    { amounts: [0], binary: false, from_height: 3, to_height: 2 },
    { amounts: [0], binary: false, from_height: 3, cumulative: true },
    { amounts: [0], from_height: 3, cumulative: true, compress: true },
    { amounts: [17592186044415], binary: false, from_height: 1, cumulative: true },
    { amounts: [17592186044415], binary: false, from_height: 1 },
    { amounts: [5, 0], binary: false, to_height: 1 },
    { amounts: [0], from_height: most },
  ),
  ...rpc('rpc_access_info', { client: '' }),
  ...rpc('rpc_access_submit_nonce', { client: '', nonce: 1, cookie: 0 }),
  ...rpc('rpc_access_pay', { client: '', paying_for: 'x', payment: 1 }),
  ...rpc('rpc_access_tracking', { clear: true }),
  ...rpc('rpc_access_data'),
  ...rpc('rpc_access_account', { client: 'x', delta_balance: 1 }),
  ...rpc(
    'set_bans',
    {},
    { bans: [{ ban: true, seconds: 1 }] },
    { bans: [{ host: 'x', ban: true, seconds: 1 }] },
    { bans: [{ host: '10.0.0.0/33', ban: true, seconds: 1 }] },
    { bans: [{ host: '10.0.0.0/8', ban: false }] },
    { bans: [{ ip: 16777226, ban: false }] },
  ),
  ...rpc('get_bans'),
  ...rpc('banned', {}, { address: 'x' }, { address: '10.0.0.0/8' }, { address: '10.0.0.1' }),
  ...json(
    '/get_transactions',
    {},
    { txs_hashes: [] },
    { txs_hashes: ['x'] },
    { txs_hashes: [none, '00'] },
    { txs_hashes: [none] },
    { txs_hashes: [coinbase.toUpperCase()] },
    { txs_hashes: [coinbase, none, coinbase], decode_as_json: true },
    { txs_hashes: [coinbase], split: true },
    { txs_hashes: [coinbase], prune: true, decode_as_json: true },
  ),
  ...json('/is_key_image_spent', { key_images: [none, none] }, { key_images: ['zz'] }),
  ...json('/is_key_image_spent', { key_images: ['00'] }, {}),
  ...json(
    '/send_raw_transaction',
    {},
    { tx_as_hex: 'zz' },
    { tx_as_hex: '00', do_sanity_checks: false },
    { tx_as_hex: '02' + '00'.repeat(5), do_sanity_checks: false },
  ),
  ...json(
    '/get_outs',
    {},
    { outputs: [{ amount: 0, index: 4 }] },
    { outputs: [{ amount: 0, index: 5 }] },
    { outputs: [{ amount: 5, index: 0 }] },
    {
      outputs: [
        { amount: 17592186044415, index: 0 },
        { amount: 0, index: 0 },
      ],
      get_txid: true,
    },
  ),
  ...json('/get_height'),
  ...json('/get_alt_blocks_hashes'),
  ...json('/save_bc'),
  ...json('/get_peer_list'),
  ...json('/get_public_nodes'),
  ...json('/get_transaction_pool'),
  ...json('/get_transaction_pool_hashes'),
  ...json('/get_transaction_pool_hashes.bin'),
  ...json('/get_transaction_pool_stats'),
  ...json('/update', {}, { command: 'check' }, { command: 'nothing' }),
  ...json('/start_mining', { miner_address: 'x', threads_count: 1 }),
  ...json('/start_mining', { miner_address: subaddress, threads_count: 1 }),
  ...json('/start_mining', { miner_address: stagenet, threads_count: 1 }),
  ...json('/start_mining', { miner_address: miner, threads_count: 1_000_000 }),
  ...json('/mining_status'),
  ...json('/stop_mining'),
  ...json('/set_log_hash_rate', { visible: true }),
  ...json('/set_log_level', { level: -1 }, { level: 5 }, { level: 4 }, { level: 0 }),
  ...json('/set_limit', { limit_down: -2, limit_up: 5 }, { limit_down: 5, limit_up: -2 }),
  ...json('/get_limit'),
  ...json('/set_limit', { limit_down: 7, limit_up: 9 }, { limit_down: 0, limit_up: 0 }, {}),
  ...json('/out_peers', { set: false, out_peers: 3 }, { out_peers: 3 }, { set: false }),
  ...json('/in_peers', { set: false, in_peers: 3 }, { in_peers: 4294967295 }),
  ...json('/pop_blocks', { nblocks: 0 }),
]

/** The same calls on the restricted port. */
const restricted = ({ coinbase }) => [
  ...rpc('get_info'),
  ...rpc('get_block_count'),
  ...rpc('get_last_block_header', { fill_pow_hash: true }),
  ...rpc('get_block_headers_range', { start_height: 0, end_height: 5, fill_pow_hash: true }),
  ...rpc('get_output_histogram', {}, { amounts: [0], recent_cutoff: 1 }, { amounts: [0] }),
  ...rpc('get_output_distribution', {}, { amounts: [5] }, { amounts: [0, 0] }),
  ...rpc('add_aux_pow', {
    blocktemplate_blob: blocks[5],
    aux_pow: Array(11).fill({ id: none, hash: none }),
  }),
  ...rpc('get_bans'),
  ...rpc('sync_info'),
  ...rpc('prune_blockchain', { check: true }),
  ...json('/get_transactions', { txs_hashes: [coinbase] }),
  ...json('/get_transaction_pool'),
  ...json('/get_peer_list'),
  ...json('/mining_status'),
]

const folder = mkdtempSync(join(tmpdir(), 'record-'))
const [own, limited, p2p] = [await freePort(), await freePort(), await freePort()]
const child = spawn(
  'monerod',
  [
    '--regtest --offline --fixed-difficulty 1 --non-interactive --no-zmq --log-level 0'.split(' '),
    '--disable-rpc-ban --rpc-ssl disabled'.split(' '),
    ['--data-dir', folder, '--rpc-bind-port', `${own}`, '--p2p-bind-port', `${p2p}`],
    ['--rpc-restricted-bind-port', `${limited}`],
  ].flat(),
  { stdio: 'ignore' },
)

async function post(port, { path, body }) {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    body: Buffer.from(body, 'latin1'),
    signal: AbortSignal.timeout(60_000),
  })
  const bytes = Buffer.from(await answer.arrayBuffer())
  return { status: answer.status, answer: bytes.toString('latin1') }
}

try {
  while (!(await post(own, { path: '/get_height', body: '' }).catch(() => undefined)))
    await new Promise((resolve) => setTimeout(resolve, 100))
  for (const block of blocks.slice(1))
    await post(own, rpc('submit_block', [block])[0])
  const read = async (request) => JSON.parse((await post(own, request)).answer).result
  const ids = []
  for (const height of blocks.keys()) ids.push(await read(rpc('on_get_block_hash', [height])[0]))
  const { miner_tx_hash: coinbase } = await read(rpc('get_block', { height: 1 })[0])

  const answers = []
  const scene = { ids, coinbase }
  for (const request of requests(scene))
    answers.push({ ...request, ...(await post(own, request)) })
  for (const request of restricted(scene))
    answers.push({ ...request, restricted: true, ...(await post(limited, request)) })
  writeFileSync(join(here, 'answers.json'), `${JSON.stringify(answers, null, 1)}\n`)
} finally {
  child.kill('SIGKILL')
  await new Promise((resolve) => child.once('exit', resolve))
  rmSync(folder, { recursive: true, force: true })
}
