/**
 * Records the messages of monerod's ZeroMQ publisher, and what they are about.
 *
 *     node tests/vectors/zmq/record.mjs > tests/vectors/zmq/messages.json
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Subscriber } from 'zeromq'
import { freePort } from '../free-port.mjs'

const folder = mkdtempSync(join(tmpdir(), 'record-zmq-'))
const [rpc, p2p, zmqRpc, zmqPub, walletRpc] = await Promise.all(
  Array.from({ length: 5 }, () => freePort()),
)
const [node, wallet] = [rpc, walletRpc].map((port) => `http://127.0.0.1:${port}`)
const started = [
  spawn(
    'monerod',
    [
      ...'--regtest --offline --fixed-difficulty 1 --non-interactive --log-level 0'.split(' '),
      `--data-dir=${folder}`,
      `--rpc-bind-port=${rpc}`,
      `--p2p-bind-port=${p2p}`,
      `--zmq-rpc-bind-port=${zmqRpc}`,
      `--zmq-pub=tcp://127.0.0.1:${zmqPub}`,
    ],
    { stdio: 'ignore' },
  ),
  spawn(
    'monero-wallet-rpc',
    [
      ...'--disable-rpc-login --trusted-daemon --log-level 0'.split(' '),
      `--wallet-dir=${folder}`,
      `--rpc-bind-port=${walletRpc}`,
      `--daemon-address=127.0.0.1:${rpc}`,
      `--log-file=${join(folder, 'wallet.log')}`,
    ],
    { stdio: 'ignore', cwd: folder },
  ),
]

async function post(url, body) {
  const answer = await fetch(url, { method: 'POST', body: JSON.stringify(body) })
  return answer.json()
}
async function call(url, method, params = {}) {
  const { result, error } = await post(`${url}/json_rpc`, {
    jsonrpc: '2.0',
    id: '0',
    method,
    params,
  })
  if (error) throw new Error(`${method}: ${error.message}`)
  return result
}
async function until(act) {
  for (;;) {
    try {
      return await act()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }
}

try {
  await until(() => call(node, 'get_info'))
  await until(() => call(wallet, 'get_version'))
  await call(wallet, 'create_wallet', { filename: 'recorded', language: 'English' })
  const { address } = await call(wallet, 'get_address')
  const mine = async (blocks) => {
    const mined = await call(node, 'generateblocks', {
      amount_of_blocks: blocks,
      wallet_address: address,
    })
    await call(wallet, 'refresh')
    return mined.blocks
  }
  await mine(80)

  const socket = new Subscriber()
  socket.connect(`tcp://127.0.0.1:${zmqPub}`)
  socket.subscribe('')
  await new Promise((resolve) => setTimeout(resolve, 2000))
  const messages = []
  const read = async (count) => {
    for (let i = 0; i < count; i++) messages.push((await socket.receive())[0].toString('latin1'))
  }

  const transactions = []
  for (const outputs of [1, 3]) {
    const destinations = Array.from({ length: outputs }, () => ({ address, amount: 1e9 }))
    const options = { destinations, get_tx_hex: true, get_tx_metadata: true, do_not_relay: true }
    const made = await call(wallet, 'transfer', options)
    const { tx_hash: id, tx_blob: blob, tx_metadata: hex } = made
    await post(`${node}/send_raw_transaction`, { tx_as_hex: blob, do_not_relay: true })
    // Otherwise the next one would spend the same.
    await call(wallet, 'relay_tx', { hex })
    transactions.push({ id, blob })
    await read(2)
  }
  const blocks = []
  for (const hash of [...(await mine(1)), ...(await mine(1))]) {
    const { blob, block_header } = await call(node, 'get_block', { hash })
    blocks.push({ height: block_header.height, blob })
    await read(3)
  }
  process.stdout.write(`${JSON.stringify({ transactions, blocks, messages }, null, 1)}\n`)
} finally {
  for (const child of started) {
    child.kill('SIGKILL')
    await new Promise((resolve) => child.once('exit', resolve))
  }
  rmSync(folder, { recursive: true, force: true })
}
