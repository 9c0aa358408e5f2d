/**
 * Offline signing: a view-only wallet and an offline wallet on two pages, and monero-wallet-rpc as the other half of
 * each. Messages cross as files and as texts; `qr-camera.test.ts` has the animated QR codes.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  minerAddress,
  minerSeed,
  restoreMiner,
  startMonerod,
  startWalletRpc,
  type Monerod,
  type WalletRpc,
} from '../support/programs/monerod.ts'
import { startNightjar, type Nightjar } from '../support/programs/nightjar.ts'
import { temporaryFolder } from '../support/storage/temporary-folder.ts'
import { createdWallets } from '../support/wallets/recorded-seeds.ts'
import { openChromium, type ChromiumScreen } from './chromium.ts'
import { pageOf } from './console.ts'
import { password, unlock } from './journey.ts'
import { lookFaults } from './look.ts'

let node: Monerod
let nightjar: Nightjar
/** The pages of the offline wallet and of its view-only wallet. */
let cold: ChromiumScreen
let hot: ChromiumScreen
/** monero-wallet-rpc with the same keys: without a network, and view-only. */
let coldRpc: WalletRpc
let hotRpc: WalletRpc
/** The text from which the view-only wallet is restored. */
let viewOnly: string
const faults: string[] = []
const folder = temporaryFolder('messages')
const to = createdWallets[0]!.address

const xmr = 1_000_000_000_000n
const nowhere = '127.0.0.1:1'
/** Paths of the node, which the page's server forwards. Files of the page are below `/assets/`. */
const toNode =
  /^(?!\/assets\/).*\/(get_|json_rpc|send_raw|is_key|[a-z_]+\.bin|feed|dns-query|samples|counts)/

beforeAll(async () => {
  const startNode = async () => {
    node = await startMonerod()
    nightjar = await startNightjar({ upstream: node.url })
    hotRpc = await startWalletRpc({ daemon: node.url })
    await node.mine(4)
    await node.mine(80, to)
  }
  const startColdRpc = async () => {
    coldRpc = await startWalletRpc({ daemon: nowhere })
    await restoreMiner(coldRpc)
  }
  ;[cold, hot] = await Promise.all([openChromium(), openChromium(), startNode(), startColdRpc()])
})

afterAll(async () => {
  await cold.close()
  await hot.close()
  await coldRpc.stop()
  await hotRpc.stop()
  await nightjar.program.stop()
  await node.stop()
})

const go = (screen: ChromiumScreen, place: string) =>
  screen.run<void>(`void (location.hash = '#/${place}')`)

/** Mines a block or more, and lets the view-only wallet find them without waiting for its next periodic refresh. */
async function mine(count: number) {
  await node.mine(count, to)
  await hot.run(`void dispatchEvent(new Event('online'))`)
}

const look = async (screen: ChromiumScreen, name: string) =>
  void faults.push(...(await lookFaults(screen, `offline-${name}`)))

/** Saves the message on screen. @returns Its path. */
async function saved(screen: ChromiumScreen): Promise<string> {
  await screen.see('Save as file', 60_000)
  const download = pageOf(screen).waitForEvent('download')
  await screen.press('Save as file')
  return (await download).path()
}

const take = (screen: ChromiumScreen, path: string) =>
  pageOf(screen).getByLabel('Or choose or drop a file', { exact: true }).setInputFiles(path)

const hexOf = (path: string) => bytesToHex(readFileSync(path))

function fileOf(name: string, hex: string): string {
  const path = join(folder, name)
  writeFileSync(path, hexToBytes(hex))
  return path
}

/** Fills the form of the view-only wallet. Ends with the unsigned payment on screen. */
async function prepare(amount: string) {
  await go(hot, 'send')
  await hot.fill('To', to)
  await hot.fill('Amount in XMR', amount)
  await hot.press('Prepare payment')
  await hot.see('1. Give the payment to the offline wallet', 120_000)
}

/** What the payment on screen does: recipients, amounts, fee and change. */
const facts = async (screen: ChromiumScreen) => [
  ...(await screen.read('main .payee .amount')),
  ...(await screen.read('main .payee .address')),
  ...(await screen.read('main .amounts dd')),
]

async function sendSigned() {
  await hot.see('This is the payment that you prepared here.', 60_000)
  await hot.press('Send now')
  await hot.see('Payment sent', 60_000)
}

const requestsToNode = (screen: ChromiumScreen) =>
  screen.requests().filter((url) => toNode.test(new URL(url).pathname))

describe('an offline wallet', () => {
  test('is restored and opened on a device without a network', async () => {
    await cold.open(nightjar.url)
    await cold.see('A Monero wallet in this browser')
    await cold.run('navigator.serviceWorker.ready.then(() => true)')
    await cold.context.setOffline(true)
    await cold.reload()
    await cold.press('Restore a wallet')
    await cold.fill('Seed phrase', minerSeed)
    await cold.fill('Password', password)
    await cold.fill('Password again', password)
    await cold.tick('Keep this wallet offline')
    await look(cold, 'restore')
    await cold.press('Restore wallet')
    await cold.see('Kept offline', 120_000)
    expect(await cold.read('main .notice')).toEqual([])
    await cold.reload()
    await unlock(cold)
    await cold.see('Kept offline')
    await go(cold, 'offline')
    await cold.see('This wallet is kept offline. Signing works without a network.')
    await look(cold, 'set-up')
  })

  test('makes no request to a node where there is a network', async () => {
    await cold.context.setOffline(false)
    await cold.tick('Keep all wallets of this browser offline')
    await cold.run('navigator.serviceWorker.ready.then(() => true)')
    const before = requestsToNode(cold).length
    await cold.reload()
    await unlock(cold)
    for (const place of ['receive', 'history', 'send', 'accounts', 'settings', 'offline']) {
      await go(cold, place)
      await cold.see('Kept offline')
      await pageOf(cold).locator('h1').first().waitFor()
    }
    expect(requestsToNode(cold).slice(before)).toEqual([])
    await go(cold, 'send')
    await cold.see('This wallet is kept offline, so it sends nothing itself.')
    await cold.context.setOffline(true)
  })

  test('shows the keys of its view-only wallet for the password', async () => {
    await go(cold, 'offline/setup')
    await cold.press('Show the keys')
    await cold.fill('Password of this wallet', 'another password')
    await cold.press('Show')
    await cold.see('That is not the password of this wallet.')
    await cold.fill('Password of this wallet', password)
    await cold.press('Show')
    await cold.see('Keys of the view-only wallet')
    await look(cold, 'view-only-keys')
    ;[viewOnly = ''] = await cold.read('main .text')
    expect(viewOnly).toMatch(
      new RegExp(`^monero_wallet:${minerAddress}\\?view_key=[0-9a-f]{64}&height=0$`),
    )
    await cold.press('Hide')
    expect(await cold.read('main .text')).toEqual([])
  })
})

describe('a view-only wallet', () => {
  test('is restored from that text', async () => {
    await hot.open(nightjar.url)
    await hot.press('Restore a wallet')
    await hot.tick('Keys or view-only')
    await hot.fill('Text of the view-only wallet', 'monero:none')
    await hot.see('This is not the text of a view-only wallet.')
    await hot.fill('Text of the view-only wallet', viewOnly)
    await hot.see('Address, view key and height are filled in.')
    await hot.fill('Password', password)
    await hot.fill('Password again', password)
    await look(hot, 'restore-view-only')
    await hot.press('Restore wallet')
    await hot.see('Up to date', 120_000)
    expect(requestsToNode(hot).length).toBeGreaterThan(2)
    await go(hot, 'offline')
    await hot.see('The key images of 4 outputs are missing.', 60_000)
    await look(hot, 'exchange')
  })

  test('pays with the signature of monero-wallet-rpc', async () => {
    await prepare('1.5')
    await look(hot, 'prepared')
    const unsigned_txset = hexOf(await saved(hot))
    const { signed_txset } = await coldRpc.call('sign_transfer', { unsigned_txset })
    // As a text: the other tests take files.
    await hot.run(`document.querySelector('main details:has(textarea)').open = true`)
    await hot.fill('Text of the message', unsigned_txset)
    await hot.press('Import')
    await hot.see('This is an unsigned payment. Expected a signed payment of the offline wallet.')
    await hot.fill('Text of the message', signed_txset)
    await hot.press('Import')
    await sendSigned()
    await look(hot, 'sent')
    await go(hot, 'history')
    await hot.see('waiting to be mined', 60_000)
    await mine(11)
    await hot.see('Block 96', 120_000)
  })

  test('learns from the offline wallet what is spent', async () => {
    await go(hot, 'offline/sync')
    await hot.press('Create with all outputs')
    const outputs = await saved(hot)
    await go(cold, 'offline/sync')
    await cold.see('1. Take the outputs of the view-only wallet')
    await take(cold, fileOf('wrong', bytesToHex(new TextEncoder().encode('no message'))))
    await cold.see('This is no message of a Monero wallet, or a part of it is missing.')
    await take(cold, outputs)
    await cold.see('This wallet knows 5 outputs.', 60_000)
    await look(cold, 'key-images')
    // Survives a reload.
    await cold.reload()
    await unlock(cold)
    const images = await saved(cold)
    expect(readFileSync(images, 'latin1')).toMatch(/^Monero key image export\x03/)
    await take(hot, images)
    await hot.see('5 key images were imported.', 60_000)
    await hot.see('All key images are here. The balance is complete.')
    await look(hot, 'exchanged')
  })
})

describe('the page as offline wallet', () => {
  test('signs for monero-wallet-rpc', async () => {
    const viewkey = /view_key=([0-9a-f]+)/.exec(viewOnly)![1]
    const address = minerAddress
    const keys = { filename: 'view', password: '', address, viewkey, restore_height: 0 }
    await hotRpc.call('generate_from_keys', keys)
    await hotRpc.call('refresh', {})
    const { outputs_data_hex } = await hotRpc.call('export_outputs', { all: true })
    await coldRpc.call('import_outputs', { outputs_data_hex })
    const images = await coldRpc.call('export_key_images', { all: true })
    await hotRpc.call('import_key_images', { signed_key_images: images.signed_key_images })
    const destinations = [{ address: to, amount: xmr / 4n }]
    const { unsigned_txset, fee } = await hotRpc.call('transfer', { destinations })

    await go(cold, 'offline/pay')
    await cold.see('1. Take the unsigned payment')
    await take(cold, fileOf('unsigned', unsigned_txset))
    await cold.see('2. Check and sign', 60_000)
    const [amount, address_] = await facts(cold)
    expect(amount).toBe('0.250000000000\u00a0XMR')
    expect(address_!.replace(/\s/g, '')).toBe(to)
    const fees = `0.${fee.toString().padStart(12, '0')}\u00a0XMR`
    expect((await facts(cold))[2]).toBe(fees)
    await look(cold, 'to-sign')
    await cold.press('Sign')
    await cold.see('3. Give the signed payment back', 60_000)
    await look(cold, 'signed')
    const tx_data_hex = hexOf(await saved(cold))
    const { tx_hash_list } = await hotRpc.call('submit_transfer', { tx_data_hex })
    await mine(11)
    await hotRpc.call('refresh', {})
    const { transfer } = await hotRpc.call('get_transfer_by_txid', { txid: tx_hash_list[0] })
    expect(transfer.type).toBe('out')
    await cold.press('Done: sign another payment')
    await cold.see('1. Take the unsigned payment')
  })

  test('error: refuses a payment of another wallet', async () => {
    await coldRpc.call('create_wallet', { filename: 'other', password: '', language: 'English' })
    const { outputs_data_hex } = await coldRpc.call('export_outputs', { all: true })
    await go(cold, 'offline/sync')
    await take(cold, fileOf('foreign', outputs_data_hex))
    await cold.see('This belongs to another wallet, or it is damaged.', 60_000)
  })
})

describe('both pages', () => {
  test('exchange new outputs, then pay; a reload between the steps loses nothing', async () => {
    await hot.see('Block 107', 120_000)
    await go(hot, 'offline/sync')
    await hot.press('Create with all outputs')
    const outputs = await saved(hot)
    await go(cold, 'offline/sync')
    await take(cold, outputs)
    await cold.see('This wallet knows 6 outputs.', 60_000)
    await take(hot, await saved(cold))
    await hot.see('All key images are here. The balance is complete.', 60_000)

    await prepare('0.125')
    await hot.reload()
    await unlock(hot)
    await go(hot, 'offline')
    await hot.see('1. Give the payment to the offline wallet', 60_000)
    const prepared = await facts(hot)
    const unsigned = await saved(hot)
    await go(cold, 'offline/pay')
    await take(cold, unsigned)
    await cold.see('2. Check and sign', 60_000)
    await cold.reload()
    await unlock(cold)
    await cold.see('2. Check and sign', 60_000)
    expect(await facts(cold)).toEqual(prepared)
  })

  test('by keyboard alone: sign, take, send', async () => {
    const { keyboard } = pageOf(cold)
    await pageOf(cold).locator('#details').focus()
    for (let i = 0; i < 20; i++) {
      await keyboard.press('Tab')
      const name = await cold.run<string>('document.activeElement.textContent.trim()')
      if (name === 'Sign') break
    }
    await keyboard.press('Enter')
    await cold.see('3. Give the signed payment back', 60_000)
    expect(await cold.run('document.activeElement.textContent.trim()')).toBe(
      '3. Give the signed payment back',
    )
    await take(hot, await saved(cold))
    await hot.see('3. Send the signed payment', 60_000)
    expect(await hot.run('document.activeElement.textContent.trim()')).toBe(
      '3. Send the signed payment',
    )
    await look(hot, 'to-send')
    const keys = pageOf(hot).keyboard
    for (let i = 0; i < 20; i++) {
      await keys.press('Tab')
      const name = await hot.run<string>('document.activeElement.textContent.trim()')
      if (name === 'Send now') break
    }
    await keys.press('Enter')
    await hot.see('Payment sent', 60_000)
    await mine(1)
    await go(hot, 'history')
    await hot.see('Block 108', 120_000)
    const lines = async () => (await hot.read('main li')).join('; ')
    await expect.poll(lines, { timeout: 60_000 }).toMatch(/Sent\s+\u22120\.12\d+\sXMR/)
  })
})

test('axe-core finds no fault on any screen, in either theme', () => {
  expect(faults).toEqual([])
})

test('no request leaves the origin', () => {
  const foreign = [...cold.requests(), ...hot.requests()].filter(
    (url) => !url.startsWith(nightjar.url) && !/^(data|blob):/.test(url),
  )
  expect(foreign).toEqual([])
  expect(hot.errors()).toEqual([])
})
