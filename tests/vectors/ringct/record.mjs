/**
 * Records what a real wallet signed, found and proved on a private chain.
 *
 *     node tests/vectors/ringct/record.mjs MONEROD_PORT WALLET_RPC_PORT > tests/vectors/ringct/regtest.json
 *
 * See README.md for how to start the two.
 */
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import {
  addressKeys,
  clsagMessage,
  extraKeys,
  keccakHex,
  multiplyHex,
  proofParts,
} from './reading.mjs'

const [node, wallet] = process.argv.slice(2).map((port) => `http://127.0.0.1:${port}`)

async function post(url, body) {
  const answer = await fetch(url, { method: 'POST', body: JSON.stringify(body) })
  return answer.json()
}
async function rpc(url, method, params = {}) {
  const body = { jsonrpc: '2.0', id: '0', method, params }
  const { result, error } = await post(`${url}/json_rpc`, body)
  if (error) throw new Error(`${method}: ${error.message}`)
  return result
}

const createWallet = (name) =>
  rpc(wallet, 'create_wallet', { filename: `${name}-${Date.now()}`, language: 'English' })
await createWallet('other')
const others = [
  (await rpc(wallet, 'get_address')).address,
  (await rpc(wallet, 'create_address', { account_index: 0 })).address,
]
await createWallet('sender')
const { address } = await rpc(wallet, 'get_address')
const subaddresses = []
for (let i = 0; i < 15; i++)
  subaddresses.push((await rpc(wallet, 'create_address', { account_index: 0 })).address)
const mine = async (blocks) => {
  await rpc(node, 'generateblocks', { amount_of_blocks: blocks, wallet_address: address })
  await rpc(wallet, 'refresh')
}
await mine(110)

const sent = []
async function transfer(name, addresses, amount) {
  const destinations = addresses.map((address) => ({ address, amount }))
  const { tx_hash } = await rpc(wallet, 'transfer', { destinations })
  sent.push({ name, tx_hash, addresses })
  await mine(11)
}
await transfer('2 outputs to a subaddress', [subaddresses[0]], 2e12)
await transfer('2 outputs to the primary address', [address], 1e12)
await transfer('3 outputs', subaddresses.slice(0, 2), 25e10)
await transfer('16 outputs', subaddresses, 1e9)
await transfer('to another wallet', others, 3e10)
const { transfers } = await rpc(wallet, 'incoming_transfers', { transfer_type: 'available' })
const { key_image } = transfers.find(({ unlocked }) => unlocked)
const swept = await rpc(wallet, 'sweep_single', { address, key_image })
sent.push({ name: '1 input', tx_hash: swept.tx_hash, addresses: [address] })
await mine(11)

const all = await rpc(wallet, 'incoming_transfers', { transfer_type: 'all' })
const secret = async (key_type) => (await rpc(wallet, 'query_key', { key_type })).key
const recorded = []
for (const transaction of sent) recorded.push(await record(transaction))
const keys = { view: await secret('view_key'), spend: await secret('spend_key') }
process.stdout.write(
  `{"keys":${JSON.stringify(keys)},"transactions":[\n${recorded.map((tx) => JSON.stringify(tx)).join(',\n')}\n]}\n`,
)

async function record({ name, tx_hash, addresses }) {
  const ask = async (more) =>
    (await post(`${node}/get_transactions`, { txs_hashes: [tx_hash], ...more })).txs[0]
  const json = JSON.parse((await ask({ decode_as_json: true })).as_json)
  const { pruned_as_hex, prunable_hash } = await ask({ split: true })
  const { outPk, ecdhInfo } = json.rct_signatures
  const { bpp, CLSAGs, pseudoOuts } = json.rctsig_prunable
  const inputs = []
  for (const [i, { key }] of json.vin.entries()) {
    const ring = await ringOf(key.key_offsets)
    inputs.push({ keyImage: key.k_image, ring, pseudoOutput: pseudoOuts[i], clsag: CLSAGs[i] })
  }
  const found = all.transfers.filter((transfer) => transfer.tx_hash === tx_hash)
  return {
    name,
    id: tx_hash,
    message: clsagMessage({ tx_hash, pruned_as_hex, prunable_hash, json }),
    inputs,
    proof: bpp[0],
    ...extraKeys(json.extra),
    outputs: json.vout.map(({ target: { tagged_key } }, i) => ({
      key: tagged_key.key,
      viewTag: tagged_key.view_tag,
      amount: ecdhInfo[i].amount,
      commitment: outPk[i],
      found: foundAt(found, tagged_key.key),
    })),
    proofs: await proofsOf(tx_hash, json, addresses),
  }
}

/** What the wallet says that it found there; null for an output to another. */
function foundAt(found, key) {
  const output = found.find(({ pubkey }) => pubkey === key)
  if (!output) return null
  const { amount, subaddr_index, key_image } = output
  return { amount, index: subaddr_index.minor, keyImage: key_image }
}

async function ringOf(offsets) {
  let sum = 0
  const outputs = offsets.map((offset) => ({ amount: 0, index: (sum += offset) }))
  const { outs } = await post(`${node}/get_outs`, { outputs })
  return outs.map(({ key, mask }) => ({ key, commitment: mask }))
}

/**
 * Proofs of the recipient, or else the sender, for two of the addresses; one per transaction key.
 *
 * The sender proves that R is r·G or, to a subaddress, r·B, even where the transaction has the other.
 *
 * @see monero src/wallet/wallet2.cpp get_tx_proof
 */
async function proofsOf(txid, json, addresses) {
  const message = 'nightjar'
  const prefixHash = keccakHex(txid, bytesToHex(utf8ToBytes(message)))
  const { key, additional } = extraKeys(json.extra)
  const { tx_key } = await rpc(wallet, 'get_tx_key', { txid })
  const secrets = tx_key.match(/.{64}/g)
  const proofs = []
  for (const to of addresses.slice(0, 2)) {
    const { spend, view } = addressKeys(to)
    const B = to === address || to === others[0] ? null : spend
    const { signature } = await rpc(wallet, 'get_tx_proof', { txid, address: to, message })
    const kind = signature.startsWith('OutProofV2') ? 'out' : 'in'
    for (const [i, parts] of proofParts(signature).entries()) {
      const pair =
        kind === 'out'
          ? { R: multiplyHex(secrets[i], B), A: view }
          : { R: view, A: [key, ...additional][i] }
      proofs.push({ kind, prefixHash, ...pair, B, ...parts })
    }
  }
  return proofs
}
