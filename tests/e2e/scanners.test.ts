import { utf8ToBytes } from '@noble/hashes/utils.js'
import { afterEach, expect, test } from 'vitest'
import type { FindFile } from '../../proxy/page.ts'
import { makeChain } from '../bench/chain/make.ts'
import { chainNode } from '../bench/chain/node.ts'
import { benchSeed } from '../bench/chain/form.ts'
import { chromiumWallet } from '../bench/programs/ours-chromium.ts'
import { withCores } from '../bench/programs/scanners.ts'
import { restore } from '../bench/programs/wallet.ts'
import { pageFiles, startServer } from '../bench/server.ts'
import { poll } from '../support/programs/process.ts'
import { splitAmount } from '../../web/format/amount.ts'
import { openFirefox } from './firefox.ts'
import { choosePassword } from './journey.ts'

/** Long enough for scanners to be started, in a dozen slices. */
const chain = await makeChain({ blocks: 600, transactions: 5, oursEvery: 40 })
const isScanner = (path: string) => /^assets\/scan-worker-[^/]*\.js$/.test(path)

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

/** A page whose engine has `count` cores; `change` intercepts the page's files. */
async function open(count: number, change: (find: FindFile) => FindFile = (find) => find) {
  const server = await startServer(chainNode(chain), change(withCores(pageFiles(), count)))
  closers.push(server.close)
  const wallet = await chromiumWallet(server)
  closers.push(() => wallet.close())
  await restore(wallet)
  const outcome = async () => {
    const { height } = await wallet.call('get_height')
    const { balance } = await wallet.call('get_balance', { account_index: 0 })
    return [Number(height), balance]
  }
  return { wallet, outcome, scanners: () => server.asked().filter(isScanner).length }
}

const whole = [chain.ids.length, chain.balance]

test.each([1, 3])('%i scanners and the engine scan the whole chain', async (count) => {
  const { wallet, outcome, scanners } = await open(count)
  await wallet.call('refresh')
  expect(await outcome()).toEqual(whole)
  expect(scanners()).toBeGreaterThan(0)
})

test('a wallet that is closed during a refresh continues later', async () => {
  const { wallet, outcome, scanners } = await open(2)
  const refresh = wallet.call('refresh').catch((error: unknown) => error)
  await poll(async () => scanners() > 0)
  await wallet.call('close_wallet')
  await refresh
  await wallet.call('open_wallet', { filename: 'bench', password: '' })
  await wallet.call('refresh')
  expect(await outcome()).toEqual(whole)
})

test('the engine scans alone if scanners cannot be started', async () => {
  const missing = (find: FindFile): FindFile => {
    const asked: FindFile = async (path) => (isScanner(path) ? undefined : find(path))
    return asked
  }
  const { wallet, outcome } = await open(2, missing)
  await wallet.call('refresh')
  expect(await outcome()).toEqual(whole)
})

test('nothing is lost when scanners crash during their work', async () => {
  // The first message of the port is the view secret; pieces of an answer follow.
  const crashing = `let messages = 0
self.addEventListener('message', ({ data: port }) =>
  port.addEventListener('message', (event) => {
    if (++messages < 4) return
    event.stopImmediatePropagation()
    throw new Error('a scanner crashes')
  }),
)
`
  const crashAll = (find: FindFile): FindFile => {
    const asked: FindFile = async (path) => {
      const file = await find(path)
      if (!file || !isScanner(path)) return file
      return { bytes: new Uint8Array(Buffer.concat([utf8ToBytes(crashing), file.bytes])) }
    }
    return asked
  }
  const { wallet, outcome, scanners } = await open(2, crashAll)
  await wallet.call('refresh')
  expect(await outcome()).toEqual(whole)
  expect(scanners()).toBeGreaterThan(0)
})

test('Firefox scans the whole chain with scanners', async () => {
  const server = await startServer(chainNode(chain), withCores(pageFiles(), 2))
  closers.push(server.close)
  const screen = await openFirefox()
  closers.push(() => screen.close())
  await screen.open(server.url)
  await screen.press('Restore a wallet')
  await screen.fill('Seed phrase', benchSeed)
  await choosePassword(screen)
  await screen.press('Restore wallet')
  // The blocks of this chain are years old.
  await screen.see('No recent blocks')
  const { whole, fraction } = splitAmount(chain.balance)
  expect(await screen.read('.total')).toEqual([`${whole}.${fraction}\u00a0XMR`])
  expect(server.asked().filter(isScanner).length).toBeGreaterThan(0)
})
