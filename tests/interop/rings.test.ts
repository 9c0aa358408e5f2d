/**
 * Our wallet service before a real monerod, all requests for ring candidates recorded: an output is asked
 * for with the same bytes whatever happened, and has the same ring.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { describe, expect } from 'vitest'
import { beforeAll, test } from '../support/programs/test.ts'
import { parseTransaction } from '#protocol/chain/transaction.ts'
import { bin } from '#protocol/daemon/calls.ts'
import { epeeFrom, epeeTo } from '#protocol/epee/epee.ts'
import {
  startTamperingProxy,
  unchanged,
  type TamperingProxy,
  type Tamper,
} from '../support/network/tampering-proxy.ts'
import { startMonerod, startWalletRpc, type Monerod } from '../support/programs/monerod.ts'
import { startOurWalletRpc, type OurWalletRpc } from '../support/programs/nightjar.ts'
import { temporaryFolder } from '../support/storage/temporary-folder.ts'

const walletDir = temporaryFolder('ring-wallets')
/** A private chain needs a trusted daemon. */
const trusted = { trusted: true, ssl_support: 'disabled' }
let node: Monerod
let proxy: TamperingProxy
let second: TamperingProxy
let wallet: OurWalletRpc
let address: string
let keyImages: string[]

/** Bodies of the requests for candidates, in hex. */
const asked: string[] = []
const recording =
  (tamper: Tamper = unchanged): Tamper =>
  async (path, forward, body) => {
    if (path === '/get_outs.bin') asked.push(bytesToHex(body))
    return tamper(path, forward, body)
  }
const onlyOuts =
  (reply: (answer: Uint8Array) => Awaited<ReturnType<Tamper>>): Tamper =>
  async (path, forward) => {
    const bytes = await forward()
    return path === '/get_outs.bin' ? reply(bytes) : { bytes }
  }

const start = () => startOurWalletRpc({ daemon: proxy.address, walletDir })
const open = (filename: string) => wallet.call('open_wallet', { filename, password: 'p' })

beforeAll(async () => {
  node = await startMonerod()
  proxy = await startTamperingProxy(node.url)
  second = await startTamperingProxy(node.url)
  for (const each of [proxy, second]) each.tamper = recording()
  wallet = await start()
  await wallet.call('create_wallet', { filename: 'w', password: 'p', language: 'English' })
  ;({ address } = await wallet.call('get_address'))
  await node.mine(100)
  await node.mine(3, address)
  await node.mine(100)
  await wallet.call('refresh')
  const { transfers } = await wallet.call('incoming_transfers', { transfer_type: 'available' })
  keyImages = transfers.map(({ key_image }: { key_image: string }) => key_image)
  expect(keyImages).toHaveLength(3)
}, 600_000)

/** Makes a payment of one output, unsent. @returns Offsets of its ring. */
async function made(key_image = keyImages[0]) {
  const params = { key_image, address, do_not_relay: true, get_tx_hex: true }
  const { tx_blob } = await wallet.call('sweep_single', params)
  const [input] = parseTransaction(hexToBytes(tx_blob)).inputs
  return input!.kind === 'key' ? input!.keyOffsets : []
}

describe('the same list of candidates, and then the same ring', () => {
  let ring: readonly bigint[]

  /** One more payment, one request. */
  async function expectSame() {
    const before = asked.length
    expect(await made()).toEqual(ring)
    expect(asked.slice(before)).toEqual([asked[0]])
  }

  test('after answers that were lost, busy, or cut short', async () => {
    for (const reply of ['close', { half: new Uint8Array(64) }] as const) {
      proxy.tamper = recording(onlyOuts(() => reply))
      await expect(made()).rejects.toThrow()
    }
    const busy = epeeFrom(bin.get_outs.result, {
      status: 'BUSY',
      outs: [],
      untrusted: false,
    } as never)
    proxy.tamper = recording(onlyOuts(() => ({ bytes: busy })))
    await expect(made()).rejects.toThrow()
    proxy.tamper = recording()
    ring = await made()
    expect(asked.length).toBeGreaterThan(3)
    expect(new Set(asked).size).toBe(1)
  })

  test('after a review that was discarded, and new blocks', async () => {
    await node.mine(5)
    await wallet.call('refresh')
    await expectSame()
  })

  test('after the wallet was closed and opened', async () => {
    await wallet.call('close_wallet')
    await open('w')
    await expectSame()
  })

  test('after the program was started again', async () => {
    await wallet.program.stop()
    wallet = await start()
    await open('w')
    await expectSame()
  })

  test.each([false, true])('after a rescan (hard: %s)', async (hard) => {
    await wallet.call('rescan_blockchain', { hard })
    await wallet.call('refresh')
    await expectSame()
  })

  test('from another daemon', async () => {
    await wallet.call('set_daemon', { address: second.address, ...trusted })
    await wallet.call('refresh')
    await expectSame()
  })

  test('after a reorganisation', async () => {
    const { height } = await node.call('get_info')
    const { block_header } = await node.call('get_block_header_by_height', {
      height: Number(height) - 4,
    })
    const params = { amount_of_blocks: 6, wallet_address: address, prev_block: block_header.hash }
    await node.call('generateblocks', params)
    await wallet.call('refresh')
    await expectSame()
  })

  test('in a wallet made from the key file', async () => {
    const { keys_file } = await wallet.call('export_keys_file', { password: 'p' })
    await wallet.call('import_keys_file', { filename: 'copy', password: 'p', keys_file })
    await wallet.call('refresh')
    await expectSame()
  })

  test('do not prevent monero-wallet-rpc from opening the key file', async () => {
    await open('w')
    const { keys_file } = await wallet.call('export_keys_file', { password: 'p' })
    const folder = temporaryFolder('their-wallets')
    writeFileSync(join(folder, 'theirs.keys'), hexToBytes(keys_file))
    const theirs = await startWalletRpc({ daemon: node.address, walletDir: folder })
    await theirs.call('open_wallet', { filename: 'theirs', password: 'p' })
    expect(await theirs.call('get_address')).toMatchObject({ address })
    await theirs.stop()
  })

  test('a wallet restored from the seed has no records, and requests other candidates', async () => {
    const { key } = await wallet.call('query_key', { key_type: 'mnemonic' })
    const restored = { filename: 'seed', password: 'p', seed: key }
    await wallet.call('restore_deterministic_wallet', restored)
    await wallet.call('refresh')
    await made()
    expect(asked.at(-1)).not.toBe(asked[0])
  })
})

test('error: a daemon that reports old outputs as locked is named, and not queried again', async () => {
  await open('w')
  second.tamper = recording(
    onlyOuts((bytes) => {
      const answer = epeeTo(bin.get_outs.result, bytes)
      for (const out of answer.outs.slice(0, 40)) out.unlocked = false
      return { bytes: epeeFrom(bin.get_outs.result, answer) }
    }),
  )
  await wallet.call('set_daemon', { address: second.address, ...trusted })
  const before = asked.length
  await expect(made(keyImages[1])).rejects.toThrow(`daemon ${second.address} gave a wrong answer`)
  second.tamper = recording()
  await expect(made(keyImages[1])).rejects.toThrow(`daemon ${second.address} gave a wrong answer`)
  expect(asked).toHaveLength(before + 1)
  await wallet.call('set_daemon', { address: proxy.address, ...trusted })
  await made(keyImages[1])
  expect(asked.slice(before)).toEqual([asked[before], asked[before]])
})
