/**
 * The wallet in a page, the node and the wallets of monero-wallet-rpc that the journeys through all areas share.
 *
 * @module
 */
import { expect } from 'vitest'
import {
  startMinerWallet,
  startMonerod,
  startWalletRpc,
  type Monerod,
  type Result,
  type WalletRpc,
} from '../../support/programs/monerod.ts'
import { startNightjar, type Nightjar } from '../../support/programs/nightjar.ts'
import { findControl } from '../find-control.ts'
import { password } from '../journey.ts'
import type { Screen } from '../screen.ts'

export const xmr = 1_000_000_000_000n

export type World = {
  screen: Screen
  node: Monerod
  nightjar: Nightjar
  /** Pays the page and is paid by it. */
  other: WalletRpc
  /** Addresses of `other`. */
  payees: [string, string, string]
  /** Has a wallet that received four rewards, and no network. */
  cold: WalletRpc
  /** The primary address of the page's wallet. */
  own: string
  /** What the page's wallet owns, in piconero. */
  balance: bigint
  /** The payment to two recipients. */
  sent: { txid: string; fee: bigint }
}

/** Blocks whose reward the page's wallet gets. */
export const rewards = 6

/** Starts all programs and opens the page. */
export async function startWorld(open: () => Promise<Screen>): Promise<World> {
  const node = await startMonerod()
  const other = await startMinerWallet(node.address)
  const { addresses } = await other.call('create_address', { account_index: 0, count: 3n })
  const cold = await startWalletRpc({ daemon: '127.0.0.1:1' })
  await cold.call('create_wallet', { filename: 'cold', password: '', language: 'English' })
  const nightjar = await startNightjar({
    upstream: node.url,
    flags: ['--allow-upstream', node.url],
  })
  const screen = await open()
  await screen.open(nightjar.url)
  const sent = { txid: '', fee: 0n }
  return { screen, node, nightjar, other, payees: addresses, cold, own: '', balance: 0n, sent }
}

export async function stopWorld({ screen, node, nightjar, other, cold }: Partial<World>) {
  await screen?.close()
  await nightjar?.program.stop()
  for (const program of [other, cold, node]) await program?.stop()
}

/** Blocks to all wallets, and then as many as rings and the lock of rewards need. */
export async function mineCoins(world: World) {
  const { node, cold } = world
  await node.mine(14)
  const first = await node.mine(1, world.own)
  await node.mine(rewards - 1, world.own)
  await node.mine(4, (await cold.call('get_address', {})).address)
  for (let height = first - 1; height < first - 1 + rewards; height += 1) {
    const { block_header } = await node.call('get_block_header_by_height', { height })
    world.balance += block_header.reward
  }
  await mine(world, 65)
  await world.other.call('refresh', {})
}

/** Goes to a screen by the address bar. */
export const go = ({ screen }: Pick<World, 'screen'>, place: string) =>
  screen.run<void>(`void (location.hash = '#/${place}')`)

export const hash = ({ screen }: World) => screen.run<string>('location.hash')

/** Mines blocks with all that is in the pool, and waits until the page has scanned them. */
export async function mine({ node, screen }: World, blocks: number) {
  const height = await node.mine(blocks)
  await screen.run<void>(`void dispatchEvent(new Event('online'))`)
  await screen.see(`Block ${height}`, 120_000)
}

/** Waits until `read` returns the value. */
export const becomes = (read: () => Promise<unknown>, value: unknown) =>
  expect.poll(read, { timeout: 60_000 }).toEqual(value)

/** An amount as the page shows it, with its unit. */
export function shown(piconero: bigint): string {
  const fraction = (piconero % xmr).toString().padStart(12, '0')
  return `${piconero / xmr}.${fraction.replace(/0{1,8}$/, '')}\u00a0XMR`
}

/** An amount with all of its decimals. */
export const exact = (piconero: bigint) =>
  `${piconero / xmr}.${(piconero % xmr).toString().padStart(12, '0')}\u00a0XMR`

export const addressIn = async (screen: Screen, selector: string) =>
  ((await screen.read(selector))[0] ?? '').replace(/\s/g, '')

/** Terms and their values in the lists of facts that the selector finds. */
export const factsIn = ({ screen }: World, selector: string) =>
  screen.run<Record<string, string>>(`(() => {
    const terms = [...document.querySelectorAll('${selector} dt')]
    const textOf = (element) => element.innerText.trim()
    return Object.fromEntries(terms.map((term) => [textOf(term), textOf(term.nextElementSibling)]))
  })()`)

/** What is in the field with this label. */
export const valueOf = ({ screen }: World, label: string) =>
  screen.run<string | null>(`(${String(findControl)})(${JSON.stringify(label)})?.value ?? null`)

/** The name of the open wallet; undefined while none is open. */
export const openWallet = async ({ screen }: World) =>
  (await screen.read('header a[href="#/wallets"] .name'))[0]

/** Unlocks the chosen wallet, which has this name. */
export async function enter(world: World, name: string) {
  const { screen } = world
  await screen.see('Unlock')
  await screen.fill('Password', password)
  await screen.press('Unlock')
  await becomes(() => openWallet(world), name)
}

/** The only transaction in monerod's pool. */
export async function pooled({ node }: World) {
  const { transactions } = await node.get('/get_transaction_pool')
  expect(transactions).toHaveLength(1)
  const { id_hash, fee, tx_json } = transactions[0]
  const { vin, vout } = JSON.parse(tx_json)
  return {
    txid: id_hash as string,
    fee: fee as bigint,
    keyImages: vin.map(({ key }: Result) => key.k_image) as string[],
    outputs: vout.length as number,
  }
}

/** What monero-wallet-rpc received in this transaction, by address. */
export async function received({ other }: World, txid: string): Promise<Record<string, bigint>> {
  await other.call('refresh', {})
  const { transfers } = await other.call('get_transfer_by_txid', { txid })
  return Object.fromEntries(transfers.map((each: Result) => [each.address, each.amount]))
}

/** Presses the button and reads the file that the page saves, without a download. */
export async function savedFile({ screen }: World, button: string) {
  await screen.run<void>(catchFiles)
  await screen.press(button)
  await becomes(() => screen.run('catchFiles.saved.length'), 1)
  const [name, hex] = await screen.run<[string, string]>('catchFiles.saved.pop()')
  return { name, bytes: Buffer.from(hex, 'hex') }
}

// WebKit's driver has no downloads: the page saves each file by a link to a blob, which is read here.
const catchFiles = `void (() => {
  if (globalThis.catchFiles) return
  const blobs = new Map()
  const saved = []
  globalThis.catchFiles = { saved }
  const create = URL.createObjectURL
  URL.createObjectURL = (blob) => {
    const url = create.call(URL, blob)
    blobs.set(url, blob)
    return url
  }
  const click = HTMLAnchorElement.prototype.click
  HTMLAnchorElement.prototype.click = function () {
    const { download, href } = this
    if (!download) return click.call(this)
    const hexOf = (byte) => byte.toString(16).padStart(2, '0')
    blobs.get(href).arrayBuffer().then((bytes) => {
      saved.push([download, Array.from(new Uint8Array(bytes), hexOf).join('')])
    })
  }
})()`
