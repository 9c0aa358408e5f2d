/** Proofs of work are hashed in a worker of the page. */
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { afterEach, expect, test } from 'vitest'
import type { FindFile } from '../../proxy/page.ts'
import { makeChain } from '../bench/chain/make.ts'
import { chainNode } from '../bench/chain/node.ts'
import { benchSeed } from '../bench/chain/form.ts'
import { chromiumWallet } from '../bench/programs/ours-chromium.ts'
import { restore } from '../bench/programs/wallet.ts'
import { pageFiles, startServer } from '../bench/server.ts'
import { openFirefox } from './firefox.ts'
import { choosePassword, password } from './journey.ts'
import type { Screen } from './screen.ts'
import { openWebKit } from './webkit.ts'

/** Blocks without proof of work. */
const chain = await makeChain({ blocks: 30, transactions: 2, oursEvery: 10 })
const isHasher = (path: string) => /^assets\/hash-worker-[^/]*\.js$/.test(path)
const refusal = /block \d+ has no proof of work for its difficulty/

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

/** Serves an engine for which all blocks have a difficulty, which those of a private chain do not. */
async function serve() {
  const change = (find: FindFile): FindFile => {
    const asked: FindFile = async (path) => {
      const file = await find(path)
      if (!file || !/^assets\/start-[^/]*\.js$/.test(path)) return file
      const code = Buffer.from(file.bytes).toString()
      const difficult = code.replace(/difficultyAt\((\w)\)\{/, 'difficultyAt($1){return 1000n;')
      return { bytes: new Uint8Array(utf8ToBytes(difficult)) }
    }
    return asked
  }
  const server = await startServer(chainNode(chain), change(pageFiles()))
  closers.push(server.close)
  return server
}

test('Chromium checks them by default, and removes false blocks', async () => {
  const server = await serve()
  const wallet = await chromiumWallet(server)
  closers.push(() => wallet.close())
  await restore(wallet)
  await expect(wallet.call('refresh')).rejects.toThrow(refusal)
  const { height } = await wallet.call('get_height')
  expect(Number(height)).toBeLessThan(chain.ids.length)
  expect(server.asked().filter(isHasher)).not.toEqual([])
})

// WebKitGTK has no SharedArrayBuffer: one thread hashes in unshared memory.
test.each([
  ['Firefox', openFirefox],
  ['WebKit', openWebKit],
])('%s checks them when the setting is on', async (_, openBrowser) => {
  const server = await serve()
  const screen: Screen = await openBrowser()
  closers.push(() => screen.close())
  await screen.open(server.url)
  await screen.see('A Monero wallet in this browser', 60_000)
  await screen.press('Restore a wallet')
  await screen.fill('Seed phrase', benchSeed)
  await choosePassword(screen)
  await screen.press('Restore wallet')
  await screen.see('No recent blocks')
  expect(server.asked().filter(isHasher)).toEqual([])

  await screen.run(`localStorage.setItem('nightjar.work-check', 'on')`)
  await screen.reload()
  await screen.fill('Password', password)
  await screen.press('Unlock')
  await screen.see('has no proof of work for its difficulty', 120_000)
  expect(server.asked().filter(isHasher)).not.toEqual([])
})
