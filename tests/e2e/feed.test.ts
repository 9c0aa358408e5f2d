/** A page whose server has the scan feed: a wallet that was closed for long reads it. */
import { chunkBlocks, chunkDepth } from '#protocol/feed/chunk.ts'
import { readIndex } from '#protocol/feed/feed-index.ts'
import { ask } from '../support/network/http-client.ts'
import { atFileEnd } from '../support/programs/file-end.ts'
import { startNightjar, type Nightjar } from '../support/programs/nightjar.ts'
import { startRegtest, type Regtest } from '../support/programs/regtest-node.ts'
import { test } from '../support/programs/test.ts'
import { openChromium } from './chromium.ts'
import { createWallet, reviewPayment, unlock } from './journey.ts'
import { lookFaults } from './look.ts'

/** Requests of files of the feed, as the server counts them. */
async function feedRequests({ url }: Nightjar): Promise<number> {
  const text = (await ask(`${url}/metrics`)).text()
  return Number(
    /^nightjar_http_requests_total\{route="feed",status="2xx"\} (\d+)/m.exec(text)?.[1] ?? 0,
  )
}

/** Clients that listen to events. */
async function listeners({ url }: Nightjar): Promise<number> {
  const text = (await ask(`${url}/metrics`)).text()
  return Number(/^nightjar_feed_listeners (\d+)/m.exec(text)?.[1])
}

/** A wallet whose page was closed while a chunk of blocks came, the first two of them its own; its address. */
async function closedWallet(upstream: Regtest, nightjar: Nightjar) {
  const screen = await openChromium()
  atFileEnd(() => screen.close())
  await screen.open(nightjar.url)
  await createWallet(screen, async () => {})
  await screen.see('Up to date', 120_000)
  await screen.run(`location.hash = '#/receive'`)
  const address = await screen.run<string>(
    `new Promise((found) => { const look = () => { const [a] = document.body.textContent.match(/4[1-9A-HJ-NP-Za-km-z]{94}/) ?? []; a ? found(a) : setTimeout(look, 100) }; look() })`,
  )
  await screen.open('about:blank')
  await upstream.mine(2, address)
  for (let left = chunkBlocks + chunkDepth; left > 0; left -= 500)
    await upstream.mine(Math.min(left, 500))
  await hasChunk(nightjar)
  return { screen, address }
}

async function hasChunk({ url }: Nightjar) {
  for (let built = 0; built === 0;) {
    await new Promise((resolve) => setTimeout(resolve, 200))
    built = readIndex((await ask(`${url}/feed/v1/index.json`)).text()).chunks.length
  }
}

test('a wallet catches up by rows, with its money and without errors', async ({ expect }) => {
  const upstream = await startRegtest()
  await upstream.mine(1)
  const nightjar = await startNightjar({ upstream: upstream.url, flags: ['--light'] })
  const { screen, address } = await closedWallet(upstream, nightjar)
  expect(await feedRequests(nightjar)).toBeGreaterThan(0)
  const before = await feedRequests(nightjar)
  await screen.open(nightjar.url)
  await unlock(screen)
  await screen.see('Up to date', 120_000)
  await screen.run(`location.hash = '#/history'`)
  await screen.see('Mined')
  // The index, one chunk and the pool, beside the questions of this test. Events are counted when they end.
  await expect.poll(() => listeners(nightjar), { timeout: 60_000 }).toBe(1)
  await expect.poll(async () => (await feedRequests(nightjar)) - before).toBe(3)

  // A new block is announced: the wallet would ask for it minutes later.
  await upstream.mine(1)
  await screen.see(`Block ${chunkBlocks + chunkDepth + 4}`, 120_000)

  const page = screen.context.pages().at(-1)!
  const devTools = await screen.context.newCDPSession(page)
  const rescan = async () => {
    // The cache of HTTP, which has the file too.
    await devTools.send('Network.clearBrowserCache')
    await screen.run(`location.hash = '#/settings/rescan'`)
    await screen.press('Scan all blocks again')
    await screen.see('All blocks were scanned again.', 120_000)
  }
  // Another scan finds the chunk in this browser.
  await rescan()
  expect((await feedRequests(nightjar)) - before).toBe(4)
  await screen.run(`location.hash = '#/storage'`)
  await screen.see('1 files')
  await page.getByLabel('Keep at most').selectOption('Nothing')
  await page.locator('section:has(#old-blocks) dd').getByText('None').waitFor()
  await rescan()
  expect((await feedRequests(nightjar)) - before).toBe(6)
  await screen.run(`location.hash = '#/history'`)
  await screen.see('Mined')

  // Scan rows, which the user chooses: another file of the same blocks.
  await screen.run(`location.hash = '#/settings/scan-feed'`)
  const requested: string[] = []
  page.on('request', (request) => void requested.push(new URL(request.url()).pathname))
  await page.getByLabel('a third less data').check()
  await screen.shoot('settings-scan-feed')
  await rescan()
  expect((await feedRequests(nightjar)) - before).toBe(8)
  expect(requested.filter((path) => path.startsWith('/feed/v1/scan/0-'))).toHaveLength(1)
  expect(requested.some((path) => path.startsWith('/feed/v1/complete/'))).toBe(false)
  await screen.run(`location.hash = '#/history'`)
  await screen.see('Mined')

  // A payment reads ring members in groups: of files, and of what the server makes of newer outputs.
  requested.length = 0
  await reviewPayment(screen, { to: address, amount: '1' })
  expect(requested.filter((path) => path.startsWith('/feed/v1/members/0-')).length).toBeGreaterThan(
    0,
  )
  const groups = requested.filter((path) => path.startsWith('/feed/v1/groups/'))
  expect(groups.length).toBeGreaterThan(0)
  expect(new Set(groups).size).toBe(groups.length)
  expect(requested.filter((path) => path.includes('get_outs'))).toEqual([])
})

test('the feed is compared with that of a second server, which the user chooses', async ({
  expect,
}) => {
  const upstream = await startRegtest()
  await upstream.mine(1)
  const second = await startNightjar({ upstream: upstream.url, flags: ['--light'] })
  const nightjar = await startNightjar({
    upstream: upstream.url,
    flags: ['--light', '--compare-feed', second.url],
  })
  const { screen } = await closedWallet(upstream, nightjar)
  await hasChunk(second)
  const asked = () => screen.requests().filter((url) => url.startsWith(second.url))
  await screen.open(nightjar.url)
  await unlock(screen)
  await screen.see('Up to date', 120_000)
  expect(asked()).toEqual([])
  await screen.run(`location.hash = '#/node'`)
  await screen.see('They were compared with no second source.')

  await screen.run(`location.hash = '#/settings/scan-feed'`)
  const page = screen.context.pages().at(-1)!
  const choice = page.getByLabel('Compare with another server')
  await choice.waitFor()
  expect(await choice.locator('option').allTextContents()).toEqual([
    'No other server',
    new URL(second.url).host,
  ])
  await choice.selectOption(second.url)
  await screen.see('It is not asked for the blocks.')
  expect(await lookFaults(screen, 'feed-compared')).toEqual([])
  await screen.run(`location.hash = '#/settings/rescan'`)
  await screen.press('Scan all blocks again')
  await screen.see('All blocks were scanned again.', 120_000)
  expect(asked()).toEqual([`${second.url}/feed/v1/index.json`])
  await screen.run(`location.hash = '#/node'`)
  await screen.see(`Below block ${chunkBlocks}, ${second.url} has the same files.`)
  await screen.see('A second source has the same files for 2 of them')
  expect(await lookFaults(screen, 'feed-compared-trust')).toEqual([])
  await screen.run(`location.hash = '#/history'`)
  await page.getByText('Mined', { exact: true }).filter({ visible: true }).first().click()
  await screen.see('Confirmed by a second source')

  // The choice stays. The page says when the second server does not answer.
  await second.program.stop()
  const devTools = await screen.context.newCDPSession(page)
  await devTools.send('Network.clearBrowserCache')
  await screen.reload()
  await unlock(screen)
  await screen.run(`location.hash = '#/settings/scan-feed'`)
  expect(await choice.inputValue()).toBe(second.url)
  await screen.run(`location.hash = '#/settings/rescan'`)
  await screen.press('Scan all blocks again')
  await screen.see('All blocks were scanned again.', 120_000)
  await screen.run(`location.hash = '#/node'`)
  await screen.see(`${second.url} was not compared.`)
  await screen.see('it sent no index of a scan feed')
})
