/** Two wallets with different money read the same chain by its scan feed: both send the same bytes. */
import { bytesToHex } from '@noble/hashes/utils.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RandomBytes } from '#wasm/types.ts'
import { systemRandom } from '../../../../../worker/adapters/platform.ts'
import { keysOfSeed } from '../../../../../worker/engine/keys/account.ts'
import { seedKeys } from '../../../../../worker/engine/keys/new-keys.ts'
import type { Daemon } from '../../../../../worker/engine/base/ports.ts'
import type { Wallet } from '../../../../../worker/engine/wallet.ts'
import { ScriptedChain, type ScriptedTx } from '../../../../support/chains/scripted-chain.ts'
import { encodedDaemon } from '../../../../support/daemons/encoded-daemon.ts'
import { scriptedFeed } from '../../../../support/feed/scripted-feed.ts'
import { seededBytes } from '../../../../support/random/sfc32.ts'
import { scriptedWallet } from '../../../../support/wallets/scripted-wallet.ts'
import { testSeed } from '../../../../support/wallets/test-wallet.ts'
import { testCrypto } from '../../../../support/wasm/crypto.ts'

const crypto = await testCrypto()
const chunk = 64
const ours = { account: 0, address: 0 }

/** Bytes of a choice that the daemon can see: which blocks are compared, and when. */
const choiceBytes = 7

let script: ScriptedChain
let rich: Recorded
let empty: Recorded

type Recorded = { wallet: Wallet; sent: string[]; begin: () => void }

/** A wallet whose every request is recorded as bytes. @param seed - Of its keys. */
async function recorded(seed: Uint8Array): Promise<Recorded> {
  const sent: string[] = []
  let choices: RandomBytes = systemRandom
  const wrap = (daemon: Daemon): Daemon => ({
    ...encodedDaemon(
      daemon,
      (_, answer) => answer,
      (path, body) => void sent.push(`${path} ${bytesToHex(body)}`),
    ),
    feedFile: async (name, isFresh) => {
      sent.push(`${name} ${isFresh}`)
      return scriptedFeed(script, chunk).get(name)
    },
  })
  const { wallet } = await scriptedWallet(crypto, {
    script,
    wrap,
    leastFeedBlocks: 1,
    wanted: { ...seedKeys(crypto, seed, 'English'), restoreHeight: 0n },
    ports: { random: (length) => (length === choiceBytes ? choices : systemRandom)(length) },
  })
  return { wallet, sent, begin: () => (choices = seededBytes(5)) }
}

/** Both wallets do the same. @returns What they sent. */
async function both(act: (wallet: Wallet) => Promise<unknown>): Promise<string[]> {
  for (const { wallet, sent, begin } of [rich, empty]) {
    sent.length = 0
    begin()
    await act(wallet)
  }
  expect(rich.sent.length).toBeGreaterThan(0)
  expect(rich.sent).toEqual(empty.sent)
  return rich.sent
}

const payment = (amount: bigint): ScriptedTx =>
  script.pay({ payments: [{ to: ours, amount }, { amount: 1n }] })
const filesIn = (sent: readonly string[]) =>
  sent.filter((each) => each.startsWith('complete/')).map((each) => each.replace(/-.*/, ''))
const blocksIn = (sent: readonly string[]) =>
  sent.filter((each) => each.includes('blocks_by_height.bin '))

beforeAll(async () => {
  script = new ScriptedChain(crypto, keysOfSeed(crypto, testSeed))
  for (let at = 0; script.height < 2 * chunk; at++) script.mine(at % 9 === 0 ? [payment(7n)] : [])
  rich = await recorded(testSeed)
  empty = await recorded(testSeed.map((byte) => byte ^ 1))
})

afterAll(async () => {
  await rich.wallet.close()
  await empty.wallet.close()
})

describe('two wallets send the same bytes', () => {
  test('when they read the feed for the first time', async () => {
    const sent = await both((wallet) => wallet.sync.refresh())
    expect(filesIn(sent)).toEqual(['complete/0', 'complete/64'])
    // Random blocks were compared.
    expect(blocksIn(sent).length).toBeGreaterThan(0)
    expect(rich.wallet.store.outputs.size).toBeGreaterThan(10)
    expect(empty.wallet.store.outputs.size).toBe(0)
  })

  test('when one of them is paid, in the pool and in blocks', async () => {
    const paid = payment(9n)
    script.wait(paid)
    await both((wallet) => wallet.sync.refresh())
    expect(rich.wallet.store.pool.size).toBe(1)
    script.pool.clear()
    script.mine([paid])
    await both((wallet) => wallet.sync.refresh())
    expect(rich.wallet.store.pool.size).toBe(0)
  })

  test('when they were away for long, and one of them was paid and paid', async () => {
    const [spent] = rich.wallet.store.outputs.values()
    const spend = script.pay({ payments: [{ amount: 1n }], spends: [spent!.keyImage!] })
    script.mine([spend, payment(5n)])
    while (script.height < 4 * chunk) script.mine([payment(1n)])
    const sent = await both((wallet) => wallet.sync.refresh())
    expect(filesIn(sent)).toEqual(['complete/128', 'complete/192'])
    const [first] = rich.wallet.store.outputs.values()
    expect(first?.spent).toBeDefined()
  })

  test('when they scan again', async () => {
    const sent = await both((wallet) => wallet.sync.rescan({ hard: false }))
    expect(filesIn(sent)).toEqual([0, 64, 128, 192].map((at) => `complete/${at}`))
  })

  test('after a reorganisation that removes a payment to one of them', async () => {
    const kept = script.pop(3)
    for (let block = 0; block < 5; block++) script.mine()
    expect(kept.length).toBeGreaterThan(0)
    await both((wallet) => wallet.sync.refresh())
    expect(rich.wallet.chain.height).toBe(BigInt(script.height))
  })
})
