import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  unchanged,
  startTamperingProxy,
  type TamperingProxy,
  type Tamper,
} from '../support/network/tampering-proxy.ts'
import { minerAddress } from '../support/programs/monerod.ts'
import { startNightjar, type Nightjar } from '../support/programs/nightjar.ts'
import { startRegtest, type Regtest } from '../support/programs/regtest-node.ts'
import { axeFaults } from './axe.ts'
import { openChromium, type ChromiumScreen } from './chromium.ts'
import { createWallet, mineCoins, reviewPayment } from './journey.ts'

let node: Regtest
let tampering: TamperingProxy
let nightjar: Nightjar
let screen: ChromiumScreen

beforeAll(async () => {
  node = await startRegtest()
  tampering = await startTamperingProxy(node.url)
  nightjar = await startNightjar({ upstream: `http://${tampering.address}` })
  screen = await openChromium()
  await screen.open(nightjar.url)
  await createWallet(screen, async () => {})
  await mineCoins(screen)
})

afterAll(async () => {
  await screen.close()
  await nightjar.program.stop()
  await tampering.stop()
  await node.stop()
})

/** The node accepts the transaction, but its answer is lost. */
const answerLost: Tamper = async (path, forward) => {
  if (path === '/get_transaction_pool_hashes.bin') return 'close'
  const bytes = await forward()
  return path === '/send_raw_transaction' ? 'close' : { bytes }
}

const pool = async () => (await node.get('/get_transaction_pool')).transactions?.length ?? 0

describe('a payment whose answer is lost', () => {
  test('is not offered for sending again', async () => {
    await reviewPayment(screen, { to: minerAddress, amount: '1.25' })
    tampering.tamper = answerLost
    await screen.press('Send now')
    await screen.see('Not confirmed yet', 60_000)
    await screen.see('do not pay a second time')
    await screen.shoot('chromium-fate')
    expect(await axeFaults(screen, 'fate')).toEqual([])
    // Only the folded form of a contact has one.
    expect(await screen.read('main button:not(details button)')).toEqual([])
    expect(await pool()).toBe(1)
  })

  test('is in the history, and is mined once after the node responds again', async () => {
    await screen.run(`location.hash = '#/history'`)
    await screen.tick('Sent')
    await screen.see('waiting to be mined')
    tampering.tamper = unchanged
    await node.mine(1)
    await screen.see('Block 122', 60_000)
    expect(await pool()).toBe(0)
    const sent = async () => (await screen.read('main li')).join('; ')
    await expect.poll(sent, { timeout: 30_000 }).toMatch(/^Sent\s+\u22121\.25\d+\sXMR/)
    expect(await sent()).not.toMatch(/waiting|;/)
  })
})
