/**
 * A node that is far behind, and another monerod that answers for it: our node and a monerod with the same
 * bootstrap node give the same answers, with a login and through a proxy too.
 */
import { describe, expect } from 'vitest'
import { beforeAll, test } from '../../support/programs/test.ts'
import { bin } from '#protocol/daemon/calls.ts'
import { epeeFrom } from '#protocol/epee/epee.ts'
import { stringifyJsonBytes } from '#protocol/json/json.ts'
import { readText } from '../../../proxy/upstream/forward.ts'
import { withLogin } from '../../../proxy/upstream/login.ts'
import { timeouts, undiciNode } from '../../../server/outgoing/undici-node.ts'
import { systemRandom } from '../../../worker/adapters/platform.ts'
import type { Case } from '../../support/node-comparison/scene-cases.ts'
import type { Answer } from '../../support/network/http-client.ts'
import {
  minerAddress,
  startMonerod,
  type Monerod,
  type Result,
} from '../../support/programs/monerod.ts'
import { startRegtest, type Regtest } from '../../support/programs/regtest-node.ts'
import { startSocksProxy, type SocksProxy } from '../../support/network/socks-proxy.ts'
import { askBoth, masked, read, ownFields } from '../../support/node-comparison/ask-both-daemons.ts'
import { atFileEnd } from '../../support/programs/file-end.ts'

const login = { username: 'user', password: 'pass:word' }
const blocks = 29

/** The one that is ahead, and asks for a login. */
let far: Monerod
let proxy: SocksProxy
/** The header of its block 5. */
let header: Result
/** Both have the first block alone. */
let monerod: Monerod
let ours: Regtest

beforeAll(async () => {
  far = await startMonerod({ flags: ['--rpc-login', `${login.username}:${login.password}`] })
  await askFar('generateblocks', { amount_of_blocks: blocks, wallet_address: minerAddress })
  header = (await askFar('get_block_header_by_height', { height: 5 })).block_header
  proxy = await startSocksProxy()
  atFileEnd(proxy.stop)
  const flags = [
    '--bootstrap-daemon-address',
    far.address,
    '--bootstrap-daemon-login',
    `${login.username}:${login.password}`,
    '--bootstrap-daemon-proxy',
    proxy.address,
  ]
  monerod = await startMonerod({ flags })
  ours = await startRegtest({ flags })
})

/** A call of its owner's. */
async function askFar(method: string, params: object) {
  const node = withLogin(undiciNode(far.url, { ...timeouts, single: true }), login, systemRandom)
  const body = stringifyJsonBytes({ method, params })
  const request = { path: '/json_rpc', body, contentType: 'application/json', once: true }
  const answer = JSON.parse(await readText(await node.ask(request))) as Result
  await node.close()
  return answer.result as Result
}

/** What each has of its own, and what far's clock and traffic say. */
const anywhere = [
  ...ownFields,
  'blocktemplate_blob',
  'blockhashing_blob',
  // Flags of refusals that 0.18.0 does not know.
  'nonzero_unlock_time',
  'not_rct',
  'tx_extra_too_big',
]

/** Of both, the same. */
async function expectAlike(one: Case): Promise<unknown> {
  const [our, their] = await askBoth(one, [ours, monerod])
  const hidden = [...anywhere, ...(one.volatile ?? [])]
  expect(our.status).toBe(their.status)
  const shown = masked(readAny(one, our), hidden)
  expect(shown).toEqual(masked(readAny(one, their), hidden))
  return shown
}

/** An answer, or the text of a refusal. */
const readAny = (one: Case, answer: Answer): unknown =>
  answer.status === 200 ? read(one, answer) : answer.status

const storage = {
  blocks: epeeFrom(bin.get_blocks.params, { start_height: 3n }),
  heights: epeeFrom(bin.get_blocks_by_height.params, { heights: [0n, 5n, 29n] }),
  distribution: epeeFrom(bin.get_output_distribution.params, { amounts: [0n] }),
  outs: epeeFrom(bin.get_outs.params, { outputs: [{ amount: 0n, index: 4n }] }),
}

const cases: Case[] = [
  { call: 'get_info' },
  { call: 'get_last_block_header' },
  { call: 'get_block_header_by_height', params: { height: 20 } },
  { call: 'get_block_header_by_height', params: { height: 1000 } },
  { call: 'get_block_headers_range', params: { start_height: 5, end_height: 8 } },
  { call: 'get_block', params: { height: 7 } },
  { call: 'get_block_template', params: { wallet_address: minerAddress } },
  { call: 'get_block_template', params: { wallet_address: 'x' } },
  { call: 'hard_fork_info' },
  { call: 'get_version' },
  { call: 'get_fee_estimate' },
  { call: 'get_output_histogram', params: { amounts: [0] } },
  { call: 'get_output_distribution', params: { amounts: [0] } },
  { call: 'get_output_distribution', params: { amounts: [0], binary: false, cumulative: true } },
  { call: 'get_txpool_backlog' },
  { call: '/get_info' },
  { call: '/get_height' },
  { call: '/get_alt_blocks_hashes' },
  { call: '/get_outs', params: { outputs: [{ amount: 0, index: 4 }], get_txid: true } },
  { call: '/is_key_image_spent', params: { key_images: ['00'.repeat(32)] } },
  { call: '/get_transaction_pool' },
  { call: '/get_transaction_pool_hashes' },
  { call: '/get_transaction_pool_stats' },
  { call: '/get_limit' },
  { call: '/send_raw_transaction', params: { tx_as_hex: '00' } },
  { call: '/get_blocks.bin', body: storage.blocks },
  { call: '/get_blocks_by_height.bin', body: storage.heights },
  { call: '/get_output_distribution.bin', body: storage.distribution },
  { call: '/get_outs.bin', body: storage.outs },
  { call: '/get_transaction_pool_hashes.bin', params: {} },
  // Answered by the chain that is there, or by none.
  { call: 'get_block_count' },
  { call: 'on_get_block_hash', params: [5] },
  { call: 'submit_block', params: ['00'] },
  { call: 'get_coinbase_tx_sum', params: { height: 0, count: 1 } },
  { call: 'get_alternate_chains' },
  { call: 'sync_info' },
  { call: '/mining_status', volatile: ['speed'] },
]

describe('while another node is far ahead', () => {
  test.each(cases.map((one) => [one.call, JSON.stringify(one.params ?? {}), one] as const))(
    '%s %s is answered as by monerod',
    async (_call, _params, one) => {
      await expectAlike(one)
    },
  )

  test('finds blocks and transactions that only the bootstrap node has', async () => {
    const { hash, miner_tx_hash } = header
    await expectAlike({ call: 'get_block', params: { hash } })
    await expectAlike({ call: 'get_block_header_by_hash', params: { hash } })
    const txs = { txs_hashes: [miner_tx_hash], decode_as_json: true }
    expect(await expectAlike({ call: '/get_transactions', params: txs })).toMatchObject({
      untrusted: true,
      txs: [{ block_height: 5 }],
    })
    const body = epeeFrom(bin.get_o_indexes.params, { txid: Buffer.from(miner_tx_hash, 'hex') })
    await expectAlike({ call: '/get_o_indexes.bin', body })
  })

  test('returns both heights, and marks the answer as untrusted', async () => {
    expect(await ours.call('get_info')).toMatchObject({
      height: BigInt(blocks + 1),
      height_without_bootstrap: 1n,
      untrusted: true,
      bootstrap_daemon_address: far.address,
      was_bootstrap_ever_used: true,
    })
  })

  test('connects to it only through the proxy', () => {
    expect(new Set(proxy.asked)).toEqual(new Set([far.address]))
    expect(proxy.asked.length).toBeGreaterThan(1)
  })
})

// The last ones: afterwards each is asked otherwise.
describe('set_bootstrap_daemon', () => {
  const set = (params: object) => expectAlike({ call: '/set_bootstrap_daemon', params })
  const asked = async () => {
    await expectAlike({ call: '/get_height' })
    return await expectAlike({ call: 'get_info' })
  }
  const plain = { username: '', password: '', proxy: '' }

  test('with a wrong login, our node answers from its own chain', async () => {
    await set({ ...plain, ...login, password: 'x', address: far.address })
    expect(await asked()).toMatchObject({ result: { height: 1, untrusted: true } })
  })

  test('with the correct login, the other node is queried', async () => {
    await set({ ...plain, ...login, address: far.address })
    expect(await asked()).toMatchObject({ result: { height: blocks + 1, untrusted: true } })
  })

  test('auto finds no public node', async () => {
    await set({ ...plain, address: 'auto' })
    expect(await asked()).toMatchObject({ result: { bootstrap_daemon_address: '' } })
  })

  test.each(['127.0.0.1:9050:1', 'x', '127.0.0.1', 'localhost:9050', '127.0.0.1:0'])(
    'takes or refuses a proxy as monerod does: %s',
    async (wrong) => {
      await set({ ...plain, address: far.address, proxy: wrong })
    },
  )

  test('without an address removes the bootstrap node', async () => {
    await set({ ...plain, address: '' })
    expect(await asked()).toMatchObject({ result: { height: 1, untrusted: false } })
  })
})
