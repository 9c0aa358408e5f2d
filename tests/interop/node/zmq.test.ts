/** `--zmq-pub`: a real monerod and our node publish the same messages, also in front of that monerod. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { asBefore } from '../../support/chains/recorded-messages.ts'
import { valueOf } from '../../support/chains/published-messages.ts'
import { freePort } from '../../support/network/free-port.ts'
import { zmqSubscriber, type ZmqSubscriber } from '../../support/network/zmq-subscriber.ts'
import {
  mayBeMined,
  minerAddress,
  startMinerWallet,
  startMonerod,
  type Monerod,
  type WalletRpc,
} from '../../support/programs/monerod.ts'
import { pause, poll } from '../../support/programs/process.ts'
import { startProxy, type Proxy } from '../../support/programs/proxy.ts'
import {
  regtestArguments,
  startRegtest,
  type Regtest,
} from '../../support/programs/regtest-node.ts'
import { beforeAll, test } from '../../support/programs/test.ts'
import { temporaryFolder } from '../../support/storage/temporary-folder.ts'

let monerod: Monerod
let own: Regtest
let proxy: Proxy
let wallet: WalletRpc
/** Clients of the three, with all topics. */
let theirs: ZmqSubscriber
let ours: ZmqSubscriber
let relayed: ZmqSubscriber

const local = async () => `tcp://127.0.0.1:${await freePort()}`

beforeAll(async () => {
  const addresses = [
    await local(),
    await local(),
    `ipc://${join(temporaryFolder('zmq'), 'socket')}`,
  ]
  monerod = await startMonerod({ zmqPub: addresses[0]! })
  own = await startRegtest({ flags: ['--zmq-pub', addresses[1]!] })
  proxy = await startProxy([monerod.url], ['--zmq-pub', await local(), '--zmq-pub', addresses[2]!])
  await own.mine(80)
  for (let height = 1; height <= 80; height++) await copy(own, monerod, height)
  wallet = await startMinerWallet(monerod.address)
  await wallet.call('refresh')
  ;[theirs, ours, relayed] = addresses.map((address) => zmqSubscriber(address, '')) as [
    ZmqSubscriber,
    ZmqSubscriber,
    ZmqSubscriber,
  ]
  // Subscriptions are not confirmed; the proxy also looks at the node for the first time.
  await pause(5000)
})

type Node = Pick<Monerod, 'call'>

async function copy(from: Node, to: Node, height: number) {
  const { blob } = await from.call('get_block', { height })
  await to.call('submit_block', [blob])
}

/** A signed payment that no node has yet, and how the wallet notes it as sent. */
async function payment(outputs: number) {
  const destinations = Array.from({ length: outputs }, () => ({
    address: minerAddress,
    amount: 10n ** 9n,
  }))
  const options = { destinations, get_tx_hex: true, get_tx_metadata: true, do_not_relay: true }
  const { tx_blob, tx_metadata } = await wallet.call('transfer', options)
  return {
    blob: tx_blob as string,
    note: () => wallet.call('relay_tx', { hex: tx_metadata }),
  }
}

const named = (messages: readonly string[]) => messages.map((message) => valueOf(message)[0])
const sorted = (messages: readonly string[]) => messages.map(asBefore).toSorted()

/** Not sent to other nodes: 0.18.0.0 publishes no transaction of a client that it relays. */
const unrelayed = (tx_as_hex: string) => ({ tx_as_hex, do_not_relay: true })

const ofPool = ['json-full-txpool_add', 'json-minimal-txpool_add']
const ofBlock = ['json-full-miner_data', 'json-full-chain_main', 'json-minimal-chain_main']

describe('messages are those of monerod, byte for byte, about', () => {
  // Only the order of the two messages about one event may differ.
  test.each([1, 3, 15])('a transaction with %i recipients', async (outputs) => {
    const { blob, note } = await payment(outputs)
    await monerod.post('/send_raw_transaction', unrelayed(blob))
    await own.post('/send_raw_transaction', unrelayed(blob))
    await note()
    const [their, our] = [await theirs.take(2), await ours.take(2)]
    expect(named(our)).toEqual(ofPool)
    expect(sorted(our)).toEqual(their.toSorted())
    // In front of a node, when the node has broadcast it.
    const { id } = valueOf(our[1]!)[1][0]
    await pause(2500)
    await monerod.call('relay_tx', { txids: [id] })
    expect(sorted(await relayed.take(2))).toEqual(their.toSorted())
    await own.call('relay_tx', { txids: [id] })
    expect(await ours.take(2)).toEqual(our)
  })

  test('a block with transactions', async () => {
    await poll(() => mayBeMined(monerod))
    await copy(monerod, own, (await monerod.mine(1)) - 1)
    const [their, our] = [await theirs.take(3), await ours.take(3)]
    expect(named(our)).toEqual(ofBlock)
    expect(sorted(our)).toEqual(their.toSorted())
    expect(valueOf(our[1]!)[1][0].tx_hashes).toHaveLength(3)
    expect(sorted(await relayed.take(3))).toEqual(their.toSorted())
  })

  test('a block that leaves a transaction in the pool', async () => {
    // Made before the transaction arrives.
    const template = await own.call('get_block_template', { wallet_address: minerAddress })
    const { blob } = await payment(1)
    for (const node of [monerod, own]) await node.post('/send_raw_transaction', { tx_as_hex: blob })
    const first = await ours.take(2)
    expect(sorted(await relayed.take(2))).toEqual(sorted(first))
    await poll(() => mayBeMined(monerod))
    for (const node of [monerod, own])
      await node.call('submit_block', [template.blocktemplate_blob])
    const [their, our] = [await theirs.take(3), await ours.take(3)]
    const [{ id }] = valueOf(first[1]!)[1]
    expect(valueOf(our[0]!)[1].tx_backlog).toMatchObject([{ id }])
    expect(sorted(our)).toEqual(their.toSorted())
    expect(sorted(await relayed.take(3))).toEqual(their.toSorted())
  })

  test('a reorganisation, whose blocks monerod publishes twice', async () => {
    // The first takes what is in the pool.
    for (let block = 0; block < 3; block++) {
      await copy(monerod, own, (await monerod.mine(1)) - 1)
      for (const client of [theirs, ours]) await client.take(3)
    }
    const { height, hash } = await own.get('/get_height')
    // Miner data are published once for blocks that one look finds.
    while (valueOf(await relayed.next())[1].ids?.[0] !== hash);
    const parent = await own.call('on_get_block_hash', [Number(height) - 2])
    const beside: string[] = []
    while (beside.length < 2) {
      const params = { amount_of_blocks: 1, wallet_address: minerAddress, starting_nonce: 7 }
      const { blocks } = await own.call('generateblocks', {
        ...params,
        prev_block: beside.at(-1) ?? parent,
      })
      const { blob } = await own.call('get_block', { hash: blocks[0] })
      await monerod.call('submit_block', [blob])
      beside.push(blocks[0])
    }
    const our = await ours.take(5)
    expect(named(our)).toEqual([...ofBlock.slice(1), ...ofBlock])
    // Two with miner data each; then miner data, and both again.
    const their = await theirs.take(11)
    expect(new Set(sorted(our))).toEqual(new Set(sorted(their.slice(3))))
    expect(sorted(await relayed.take(5))).toEqual(sorted(our))
  })
})

describe('subscriptions', () => {
  test('are the beginning of names of topics', async () => {
    const client = zmqSubscriber(proxyAddress(), 'json-minimal-ch')
    await pause(3000)
    const height = await monerod.mine(1)
    expect(valueOf(await client.next())).toEqual([
      'json-minimal-chain_main',
      expect.objectContaining({ first_height: BigInt(height) - 1n }),
    ])
  })
})

const proxyAddress = () => /publishes at (tcp:\S+)/.exec(proxy.program.output())![1]!

describe('the program', () => {
  const refusal = (...flags: string[]) => {
    const args = regtestArguments(temporaryFolder('own'), 0, flags)
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
    expect(status).toBe(1)
    return stderr
  }

  test('error: an invalid address, and one that is in use', () => {
    expect(refusal('--zmq-pub', '127.0.0.1:1')).toContain(
      'nightjar-node: --zmq-pub: expected tcp://IP:PORT or ipc://PATH',
    )
    expect(refusal('--zmq-pub', proxyAddress())).toBe(
      `nightjar-node: --zmq-pub ${proxyAddress()}: the address is in use; choose another one\n`,
    )
  })

  test('names its addresses, and ends while clients are connected', async () => {
    const node = await startRegtest({ flags: ['--zmq-pub', 'tcp://127.0.0.1:*'] })
    const { 1: address } = await node.program.says(/publishes at (tcp:\S+)/)
    zmqSubscriber(address!, '')
    await pause(500)
    await node.mine(1)
    expect(await node.stop()).toBe(0)
  })

  test('publishes nothing with --no-zmq', async () => {
    const { program } = await startRegtest({ flags: ['--zmq-pub', proxyAddress(), '--no-zmq'] })
    expect(program.output()).toContain('Without effect here: --no-igd --zmq-pub\n')
    expect(program.output()).not.toContain('publishes at')
  })
})
