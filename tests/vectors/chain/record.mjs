/**
 * Records transactions and blocks of a private chain, as monerod describes them.
 *
 *     node tests/vectors/chain/record.mjs MONEROD_PORT WALLET_RPC_PORT > tests/vectors/chain/regtest.json
 *
 * See README.md for how to start the two.
 */
const [node, wallet] = process.argv.slice(2).map((port) => `http://127.0.0.1:${port}`)

async function post(url, body) {
  const answer = await fetch(url, { method: 'POST', body: JSON.stringify(body) })
  return answer.json()
}
async function rpc(url, method, params = {}) {
  const { result, error } = await post(`${url}/json_rpc`, {
    jsonrpc: '2.0',
    id: '0',
    method,
    params,
  })
  if (error) throw new Error(`${method}: ${error.message}`)
  return result
}

await rpc(wallet, 'create_wallet', { filename: `sender-${Date.now()}`, language: 'English' })
const { address } = await rpc(wallet, 'get_address')
const mine = (blocks) =>
  rpc(node, 'generateblocks', { amount_of_blocks: blocks, wallet_address: address })
const addresses = []
for (let i = 0; i < 16; i++)
  addresses.push((await rpc(wallet, 'create_address', { account_index: 0 })).address)
const { integrated_address } = await rpc(wallet, 'make_integrated_address', {
  standard_address: address,
  payment_id: '0123456789abcdef',
})
await mine(150)
await rpc(wallet, 'refresh')

const coins = (amount) => Math.round(amount * 1e12)
const to = (...destinations) => ({
  destinations: destinations.map(([address, amount]) => ({ address, amount: coins(amount) })),
})
const cases = [
  ['2 inputs, 2 outputs', to([address, 1]), 1],
  ['priority 2', to([address, 60]), 2],
  ['5 inputs', to([address, 160]), 3],
  ['integrated address', to([integrated_address, 2]), 4],
  ['a subaddress', to([addresses[0], 2]), 0],
  ['two subaddresses', to([addresses[0], 2], [addresses[1], 3]), 0],
  ['3 outputs', to([address, 0.5], [addresses[2], 0.5]), 1],
  ['5 outputs', to(...addresses.slice(0, 4).map((a) => [a, 0.25])), 1],
  ['16 outputs', to(...addresses.slice(0, 15).map((a) => [a, 0.125])), 2],
  ['locked until a height', { ...to([address, 1]), unlock_time: 1000 }, 1],
]

const transactions = []
for (const [name, params, priority] of cases) {
  const sent = await rpc(wallet, 'transfer', { ...params, priority, get_tx_hex: true })
  const { fees, quantization_mask } = await rpc(node, 'get_fee_estimate', { grace_blocks: 10 })
  const { weight_limit: _, ...pool } = (
    await post(`${node}/get_transaction_pool`, {})
  ).transactions.find(({ id_hash }) => id_hash === sent.tx_hash)
  transactions.push({ name, priority, fees, quantization_mask, ...sent, weight: pool.weight })
  await mine(12)
  await rpc(wallet, 'refresh')
}
const { transfers } = await rpc(wallet, 'incoming_transfers', { transfer_type: 'available' })
const key_image = transfers.find(({ unlocked }) => unlocked).key_image
const swept = await rpc(wallet, 'sweep_single', { address, key_image, priority: 1 })
transactions.push({ name: '1 input', tx_hash: swept.tx_hash })
// A block of several transactions, for its tree hash.
for (let i = 0; i < 4; i++) await rpc(wallet, 'transfer', { ...to([address, 1]), priority: 1 })
const { blockhashing_blob, blocktemplate_blob } = await rpc(node, 'get_block_template', {
  wallet_address: address,
  reserve_size: 60,
})
await mine(1)

async function describe(hash) {
  const ask = (more) => post(`${node}/get_transactions`, { txs_hashes: [hash], ...more })
  const whole = (await ask({ decode_as_json: true })).txs[0]
  const split = (await ask({ split: true })).txs[0]
  return {
    // A coinbase has nothing to prune, and is only answered as pruned.
    hex: whole.as_hex || split.pruned_as_hex,
    pruned_hex: split.pruned_as_hex,
    prunable_hash: split.prunable_hash,
    height: whole.block_height,
    json: JSON.parse(whole.as_json),
  }
}
/** Keys and commitments of the rings, which the inputs only number. */
async function rings({ vin }) {
  const ring = async ({ key }) => {
    let index = 0
    const outputs = key.key_offsets.map((offset) => ({ amount: 0, index: (index += offset) }))
    const { outs } = await post(`${node}/get_outs`, { outputs })
    return outs.map(({ key, mask }) => ({ key, commitment: mask }))
  }
  return Promise.all(vin.map(ring))
}
async function block(height) {
  const { blob, json, block_header, miner_tx_hash } = await rpc(node, 'get_block', { height })
  return { blob, header: block_header, miner_tx_hash, json: JSON.parse(json) }
}

const withRings = ['2 inputs, 2 outputs', '3 outputs', '1 input']
const described = []
for (const { name, priority, fees, quantization_mask, tx_hash, fee, weight } of transactions)
  described.push({
    name, id: tx_hash, fee, weight, priority, fees, quantization_mask,
    ...(await describe(tx_hash)),
  })
for (const tx of described) if (withRings.includes(tx.name)) tx.rings = await rings(tx.json)
const { height } = await rpc(node, 'get_info')
const heights = new Set([0, 1, 2, ...described.map((tx) => tx.height), height - 1])
const blocks = []
for (const height of heights) blocks.push(await block(height))
const coinbase = await describe(blocks[2].miner_tx_hash)
described.push({ name: 'coinbase', id: blocks[2].miner_tx_hash, ...coinbase })

const template = { blockhashing_blob, blocktemplate_blob }
const lines = (list) => `[\n${list.map((item) => JSON.stringify(item)).join(',\n')}\n]`
process.stdout.write(
  `{"transactions":${lines(described)},"blocks":${lines(blocks)},"template":${JSON.stringify(template)}}\n`,
)
