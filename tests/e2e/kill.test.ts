import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseAmount } from '#protocol/amount.ts'
import { seed } from '../support/random/case-counts.ts'
import { killCounts, kills, reportKills } from '../support/programs/kill-counts.ts'
import {
  unchanged,
  startTamperingProxy,
  type TamperingProxy,
  type Tamper,
} from '../support/network/tampering-proxy.ts'
import { minerAddress, type Result } from '../support/programs/monerod.ts'
import {
  startNightjar,
  startOurWalletRpc,
  type Nightjar,
  type OurWalletRpc,
} from '../support/programs/nightjar.ts'
import { pause } from '../support/programs/process.ts'
import { seededRandom } from '../support/random/keccak-random.ts'
import { startRegtest, type Regtest } from '../support/programs/regtest-node.ts'
import { openChromium, type ChromiumScreen } from './chromium.ts'
import { createWallet, reviewPayment, unlock } from './journey.ts'
import type { Screen } from './screen.ts'

let node: Regtest
let tampering: TamperingProxy
let nightjar: Nightjar
let chromium: ChromiumScreen
/** A wallet of the same seed on Node, which is never killed. */
let reference: OurWalletRpc
let address: string

const random = seededRandom(seed())
const draw = (limit: number) => (new DataView(random(4).buffer).getUint32(0) / 2 ** 32) * limit

beforeAll(async () => {
  node = await startRegtest()
  tampering = await startTamperingProxy(node.url)
  nightjar = await startNightjar({ upstream: `http://${tampering.address}` })
  chromium = await openChromium()
  const tab = await openTab()
  const words = await createWallet(tab.screen, async () => {})
  reference = await startOurWalletRpc({ daemon: node.address })
  const restored = { filename: 'reference', password: 'p', seed: words.join(' ') }
  ;({ address } = await reference.call('restore_deterministic_wallet', restored))
  await node.mine(60, address)
  await node.mine(60)
  await tab.screen.reload()
  await kill(tab.page)
})
afterAll(async () => {
  await chromium.close()
  await reference.program.stop()
  await nightjar.program.stop()
  await tampering.stop()
  await node.stop()
})

type Tab = { screen: Screen; page: Page }

async function openTab(): Promise<Tab> {
  const screen = await chromium.newTab()
  const page = chromium.context.pages().at(-1)!
  await screen.open(nightjar.url)
  return { screen, page }
}

/** Crashes the process of page and worker. */
async function kill(page: Page) {
  const crashed = page.waitForEvent('crash')
  const session = await chromium.context.newCDPSession(page)
  // The process ends before it can answer.
  session.send('Page.crash').catch(() => undefined)
  await crashed
  await page.close()
}

/** Opens the wallet again and waits until it is synchronised. */
async function reopened(): Promise<Tab> {
  const tab = await openTab()
  await unlock(tab.screen)
  await tab.screen.see('Up to date', 120_000)
  return tab
}

/** Closing a page ends its worker, too. */
const close = (page: Page) => page.close()

/** Ends the page at its next request of `path`, whether or not the node receives it. */
function deathAt(
  path: string,
  page: Page,
  {
    received,
    afterMs,
    end,
  }: { received: boolean; afterMs: number; end: (page: Page) => Promise<void> },
) {
  return new Promise<void>((resolve, reject) => {
    const tamper: Tamper = async (asked, forward) => {
      if (asked !== path) return { bytes: await forward() }
      tampering.tamper = unchanged
      const bytes = received ? await forward() : undefined
      pause(afterMs)
        .then(() => end(page))
        .then(resolve, reject)
      return bytes ? { bytes } : 'hang'
    }
    tampering.tamper = tamper
  })
}

/** Balance on the screen, in piconero. */
async function balance(screen: Screen) {
  const [text = ''] = await screen.read('.total')
  return parseAmount(text.replace(/[^\d.]/g, ''))
}

/** Compares the page's balance with that of the wallet that was never killed. */
async function expectAsReference({ screen }: Tab) {
  await reference.call('refresh')
  const expected = (await reference.call('get_balance')).balance as bigint
  await expect.poll(() => balance(screen), { timeout: 30_000 }).toBe(expected)
  const { out = [], pending = [] } = await reference.call('get_transfers', {
    out: true,
    pending: true,
  })
  return [...out, ...pending] as Result[]
}

/** Opens the newest payment, which waits for a block, and sends it again. */
async function sendAgain(screen: Screen) {
  await screen.run(`location.hash = '#/history'`)
  await screen.see('waiting to be mined')
  await screen.run(`document.querySelector('main li a').click()`)
  await screen.press('Send again')
  await screen.see('The node has the payment.')
}

const review = (screen: Screen) => reviewPayment(screen, { to: minerAddress, amount: '1.5' })

describe('a page whose process crashes', () => {
  test('during refreshes, shows the correct balance', async ({ task }) => {
    const rounds = kills(killCounts.page.refreshes)
    for (let round = 0; round < rounds; round += 1) {
      await node.mine(10, address)
      const tab = await openTab()
      const death = deathAt('/get_blocks.bin', tab.page, {
        received: true,
        afterMs: draw(120),
        end: round % 2 ? close : kill,
      })
      // The page may be gone before it shows anything.
      await Promise.all([death, unlock(tab.screen).catch(() => undefined)])
      const next = await reopened()
      await expectAsReference(next)
      await kill(next.page)
    }
    reportKills(task, 'page', rounds)
  })

  test('during sending, sends each payment once', async ({ task }) => {
    const rounds = kills(killCounts.page.payments)
    let sent = 0
    for (let round = 0; round < rounds; round += 1) {
      const tab = await reopened()
      await review(tab.screen)
      const received = round % 3 !== 0
      const death = deathAt('/send_raw_transaction', tab.page, {
        received,
        afterMs: draw(200),
        end: round % 2 ? close : kill,
      })
      await Promise.all([death, tab.screen.press('Send now').catch(() => undefined)])
      sent += 1

      const next = await reopened()
      if (!received) await sendAgain(next.screen)
      const pool = async () => (await node.get('/get_transaction_pool')).transactions?.length
      await expect.poll(pool, { timeout: 30_000 }).toBe(1)
      await node.mine(1)
      await next.screen.run(`location.hash = '#/overview'`)
      await kill(next.page)
      const last = await reopened()
      expect(await expectAsReference(last)).toHaveLength(sent)
      await kill(last.page)
    }
    reportKills(task, 'page', rounds)
  })

  test('can send again afterwards', async () => {
    const { screen, page } = await reopened()
    await review(screen)
    await screen.press('Send now')
    await screen.see('Payment sent', 60_000)
    await kill(page)
  })
})
