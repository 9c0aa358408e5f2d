/** A proxy that lies hides the new block of a real monerod from a page. */
import { startTamperingProxy } from '../support/network/tampering-proxy.ts'
import { atFileEnd } from '../support/programs/file-end.ts'
import { minerAddress, startMonerod } from '../support/programs/monerod.ts'
import { startNightjar } from '../support/programs/nightjar.ts'
import { test } from '../support/programs/test.ts'
import { copyBlocks } from '../support/trust/forged-blocks.ts'
import { mineAt, timesAfter } from '../support/trust/timed-blocks.ts'
import { openFirefox } from './firefox.ts'
import { createWallet } from './journey.ts'

const hour = 3600

test('no new block for more than 30 minutes: the page is not up to date', async () => {
  const [node, stale] = await Promise.all([startMonerod(), startMonerod()])
  const now = Math.floor(Date.now() / 1000)
  await mineAt(node, timesAfter(now - 2 * hour, 30, 120), minerAddress)
  await copyBlocks(node, stale)
  await node.mine(1)

  const proxy = await startTamperingProxy(stale.url)
  const { url } = await startNightjar({ upstream: `http://${proxy.address}` })
  const screen = await openFirefox()
  atFileEnd(() => screen.close())
  await screen.open(url)
  await createWallet(screen, async () => {})
  await screen.see('No recent blocks', 60_000)
  proxy.node = node.url
  await screen.see('Up to date', 120_000)
})
