/** Two nodes of the proxy show different blocks: the page says why nothing is sent, and sends once they agree. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  startTamperingProxy,
  unchanged,
  type Tamper,
  type TamperingProxy,
} from '../support/network/tampering-proxy.ts'
import { minerAddress } from '../support/programs/monerod.ts'
import { startNightjar, type Nightjar } from '../support/programs/nightjar.ts'
import { startRegtest, type Regtest } from '../support/programs/regtest-node.ts'
import { axeFaults } from './axe.ts'
import { openChromium, type ChromiumScreen } from './chromium.ts'
import { createWallet, mineCoins } from './journey.ts'

let node: Regtest
/** The second node: the same chain, except for what a test changes. */
let second: TamperingProxy
let nightjar: Nightjar
let screen: ChromiumScreen

beforeAll(async () => {
  node = await startRegtest()
  second = await startTamperingProxy(node.url)
  nightjar = await startNightjar({ upstream: `${node.url},http://${second.address}` })
  screen = await openChromium()
  await screen.open(nightjar.url)
  await createWallet(screen, async () => {})
  await mineCoins(screen)
})

afterAll(async () => {
  await screen.close()
  await nightjar.program.stop()
  await second.stop()
  await node.stop()
})

const foreign = 'ab'.repeat(32)

/** All blocks above the first have other ids. */
const otherBlocks: Tamper = async (path, forward, body) => {
  const bytes = await forward()
  if (path !== '/json_rpc:on_get_block_hash') return { bytes }
  const { params } = JSON.parse(new TextDecoder().decode(body)) as { params: [number] }
  if (params[0] === 0) return { bytes }
  const text = new TextDecoder().decode(bytes)
  return { bytes: new TextEncoder().encode(text.replace(/[0-9a-f]{64}/, foreign)) }
}

const why =
  'Two nodes disagree about the chain, so one of them is wrong. Nothing is sent until they agree. ' +
  'Try again later, or choose another node in the settings.'
const pool = async () => (await node.get('/get_transaction_pool')).transactions?.length ?? 0
const shown = async () => (await screen.read('body')).join('\n')
/** How often a text is on the screen. */
const count = async (text: string) => (await shown()).split(text).length - 1

async function review() {
  await screen.run(`location.hash = '#/send'`)
  await screen.fill('To', minerAddress)
  await screen.fill('Amount in XMR', '1.25')
  await screen.press('Review')
}

describe('two nodes that show different blocks', () => {
  test('are reported with the next block, and the status says that nothing can be sent', async () => {
    second.tamper = otherBlocks
    await node.mine(1)
    await screen.see('Nodes disagree', 120_000)
    await screen.see('Two nodes show different blocks. Nothing can be sent until they agree.')
    expect(await shown()).not.toContain('Up to date')
  })

  test('are explained where a payment is made, with the block that differs', async () => {
    await screen.run(`location.hash = '#/send'`)
    await screen.see(why)
    const id: string = await node.call('on_get_block_hash', [100])
    await screen.see(`disagree: block 100 is ${id} at the first and ${foreign} at the second`)
    await screen.shoot('chromium-disagreement')
    expect(await axeFaults(screen, 'disagreement')).toEqual([])
  })

  test('end a payment before its review, for the same reason', async () => {
    expect(await count(why)).toBe(1)
    await review()
    await expect.poll(() => count(why), { timeout: 60_000 }).toBe(2)
    expect(await shown()).not.toContain('Check this payment')
    expect(await pool()).toBe(0)
  })

  test('no longer block payments once they agree', async () => {
    second.tamper = unchanged
    await node.mine(1)
    await screen.see('Up to date', 120_000)
    await expect.poll(() => shown()).not.toContain('Nodes disagree')
    await review()
    await screen.see('Check this payment', 120_000)
    expect(await count(why)).toBe(0)
    await screen.press('Send now')
    await screen.see('Payment sent', 60_000)
    expect(await pool()).toBe(1)
  })
})
