/** The screen of nodes and verification, and what the page does in the background. */
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { jsonRpc } from '../support/network/http-client.ts'
import { startNightjar, startOurWalletRpc, type Nightjar } from '../support/programs/nightjar.ts'
import { axeFaults } from './axe.ts'
import { openChromium, type ChromiumScreen } from './chromium.ts'
import { createWallet, unlock } from './journey.ts'
import { lookFaults } from './look.ts'

/** The node, which the server of the page asks, and which a page may also choose by its address. */
let node: Nightjar
let server: Nightjar
let payer: Awaited<ReturnType<typeof startOurWalletRpc>>
let screen: ChromiumScreen
let page: Page
let address: string

/** What the page asked of its platform, which a headless browser lacks. */
type Platform = { badges: number[]; shown: { title: string; body: string; isOpen: boolean }[] }

/** Runs in the page before its own code. */
function simulatePlatform() {
  const platform: Platform = { badges: [], shown: [] }
  Object.assign(globalThis, { platform })
  Object.assign(navigator, {
    setAppBadge: async (count: number) => void platform.badges.push(count),
    clearAppBadge: async () => void platform.badges.push(0),
  })
  class Shown {
    static permission = 'default'
    static async requestPermission() {
      return (Shown.permission = navigator.userActivation.isActive ? 'granted' : 'denied')
    }
    readonly entry
    constructor(title: string, { body = '' }: NotificationOptions) {
      this.entry = { title, body, isOpen: true }
      platform.shown.push(this.entry)
    }
    close() {
      this.entry.isOpen = false
    }
  }
  Object.assign(globalThis, { Notification: Shown })
}

beforeAll(async () => {
  node = await startNightjar()
  server = await startNightjar({
    upstream: node.url,
    flags: ['--allow-upstream', node.url],
  })
  payer = await startOurWalletRpc({ daemon: new URL(node.url).host })
  await payer.call('create_wallet', { filename: 'payer', password: '', language: 'English' })
  await payer.call('set_daemon', { address: new URL(node.url).host, trusted: true })
  const { address: own } = await payer.call('get_address')
  await mine(80, own as string)
  await payer.call('refresh')
  screen = await openChromium()
  page = screen.context.pages().at(-1)!
  await page.addInitScript(simulatePlatform)
  await screen.open(server.url)
  await createWallet(screen, async () => {})
  await screen.run(`location.hash = '#/receive'`)
  await screen.see('Copy address')
  address = (await screen.read('main .address'))[0]!.replace(/\s/g, '')
})

afterAll(async () => {
  await screen.close()
  for (const { program } of [payer, server, node]) await program.stop()
})

const mine = (amount_of_blocks: number, wallet_address: string) =>
  jsonRpc(`${node.url}/json_rpc`, 'generateblocks', { amount_of_blocks, wallet_address })

/** Pays the page, and mines the payment. */
async function pay(amount: bigint) {
  await payer.call('transfer', { destinations: [{ address, amount }] })
  const { address: own } = await payer.call('get_address')
  await mine(1, own as string)
  await payer.call('refresh')
}

const go = (place: string) => screen.run<void>(`void (location.hash = '#/${place}')`)
const button = (name: string) => page.getByRole('button', { name, exact: true })
const platform = () => screen.run<Platform>('globalThis.platform')

const look = async (name: string) => expect(await lookFaults(screen, `trust-${name}`)).toEqual([])

describe('nodes', () => {
  const host = () => new URL(node.url).host

  test('are tested, and their answers shown', async () => {
    await go('node')
    await button('Test all nodes').click()
    await screen.see('All nodes were tested.')
    expect(await page.getByText('Private chain', { exact: true }).count()).toBe(2)
    expect(await page.getByText('milliseconds').count()).toBe(2)
    await screen.see('The ids of')
    await screen.see('Blocks of a private chain need no real work.')
    await screen.see('Not needed: the server is on this device')
    await look('nodes')
  })

  test('error: one that the server does not allow is not reached', async () => {
    await page.getByText('Add a node').click()
    await screen.fill('Node address', 'mine.example:18081')
    await screen.fill('Name of the node', 'Mine')
    await screen.press('Add to the list')
    await screen.see('This server does not allow this node.')
    await look('refused')
    await screen.fill('Node address', 'MINE.example:18081')
    await screen.press('Add to the list')
    await screen.see('This node is in the list already.')
    await button('Remove Mine').click()
    await screen.see('Mine was removed from the list.')
    expect(await screen.run('document.activeElement.textContent')).toBe('List of nodes')
  })

  test('are chosen by keyboard; the choice stays after a reload', async () => {
    await button(`Use ${host()}`).focus()
    await page.keyboard.press('Enter')
    await screen.see(`Your wallets use this node now: ${host()}.`)
    await screen.reload()
    const before = screen.requests().length
    await screen.see('Unlock')
    await unlock(screen)
    await screen.see('Up to date', 60_000)
    const asked = screen.requests().slice(before)
    const byAddress = asked.filter((url) => url.includes(`/node/${encodeURIComponent(node.url)}/`))
    expect(byAddress.length).toBeGreaterThan(0)
    // No block comes from the node of the server.
    expect(asked.filter((url) => url === `${server.url}/getblocks.bin`)).toEqual([])
    await go('node')
    await button('Use Node of this server').click()
    await screen.see('Your wallets use this node now: Node of this server.')
  })

  test('the page makes requests to its own origin only', () => {
    const others = screen.requests().filter((url) => !url.startsWith(server.url))
    expect(others).toEqual([])
  })
})

describe('in the background', () => {
  const hide = () => screen.run<void>('void (document.hasFocus = () => false)')

  test('a payment is announced without its amount, after the user allows it', async () => {
    await go('settings/notifications')
    await page.getByLabel('Payments', { exact: true }).focus()
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => screen.run('localStorage.getItem("nightjar.notify")')).toBe('plain')
    await look('notifications')
    await go('overview')
    await screen.see('Up to date', 60_000)
    await hide()
    await pay(1_230_000_000_000n)
    await expect.poll(async () => (await platform()).shown, { timeout: 60_000 }).toHaveLength(1)
    const { shown, badges } = await platform()
    expect(shown).toEqual([
      { title: '1 payment received', body: 'Open Nightjar to see more.', isOpen: true },
    ])
    expect(badges).toEqual([1])
  })

  test('a page that is seen again has no badge and no notification', async () => {
    await screen.run('document.hasFocus = () => true, void dispatchEvent(new Event("focus"))')
    await expect.poll(async () => (await platform()).badges).toEqual([1, 0])
    expect((await platform()).shown.map(({ isOpen }) => isOpen)).toEqual([false])
  })

  test('a payment that came while the wallet was locked is announced once, after it is unlocked', async () => {
    await go('settings/notifications')
    await page.getByLabel('Payments', { exact: true }).selectOption('amounts')
    await screen.press('Lock')
    await screen.see('Last scanned:')
    await hide()
    await pay(2_500_000_000_000n)
    const text = await screen.run<string>('document.body.innerText')
    expect(text).not.toMatch(/XMR|2[.,]5/)
    expect(await axeFaults(screen, 'locked')).toEqual([])
    await unlock(screen)
    await expect.poll(async () => (await platform()).shown, { timeout: 60_000 }).toHaveLength(2)
    expect((await platform()).shown[1]).toEqual({
      title: '1 payment received',
      body: '2.5000 XMR',
      isOpen: true,
    })
    // A locked page shows no amounts, also none outside of its window.
    await screen.press('Lock')
    await expect.poll(async () => (await platform()).shown[1]!.isOpen).toBe(false)
  })

  test('the service worker only asks whether the node answers, and the locked page shows it', async () => {
    await screen.run('navigator.serviceWorker.ready.then(() => true)')
    const [worker] = screen.context.serviceWorkers()
    await worker!.evaluate(async () => {
      const waits: Promise<unknown>[] = []
      const event = Object.assign(new Event('periodicsync'), {
        tag: 'node-check:/get_height',
        waitUntil: (task: Promise<unknown>) => void waits.push(task),
      })
      globalThis.dispatchEvent(event)
      await Promise.all(waits)
    })
    await screen.reload()
    await screen.see('The node answered at the last check')
    await look('locked')
  })
})
