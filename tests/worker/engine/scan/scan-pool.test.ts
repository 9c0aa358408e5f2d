import { setImmediate as turn } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { keysOfSeed } from '../../../../worker/engine/keys/account.ts'
import type { Daemon } from '../../../../worker/engine/base/ports.ts'
import type { Wallet } from '../../../../worker/engine/wallet.ts'
import { mineBigBlocks } from '../../../support/chains/large-blocks.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'
import { inProcessThreads } from '../../../support/wallets/in-process-scan-threads.ts'
import { ScriptedChain } from '../../../support/chains/scripted-chain.ts'
import { scriptedWallet } from '../../../support/wallets/scripted-wallet.ts'
import { testSeed } from '../../../support/wallets/test-wallet.ts'

const crypto = await testCrypto()
const script = new ScriptedChain(crypto, keysOfSeed(crypto, testSeed))
script.perAnswer = 5
const blocks = 9

const books = ({ store }: Wallet) =>
  structuredClone([...store.tables()].map(([name, { rows }]) => [name, [...rows]]))

let expected: unknown

beforeAll(async () => {
  mineBigBlocks(script, blocks)
  const { wallet } = await scriptedWallet(crypto, { script })
  await wallet.sync.refresh()
  expect(wallet.store.sent.size).toBe(blocks - 1)
  expected = books(wallet)
}, 120_000)

describe('scanners on threads', () => {
  test.each([1, 2, 5])('give the same ledger with %i threads as with none', async (count) => {
    const { threads, seen } = inProcessThreads(crypto, count)
    const { wallet } = await scriptedWallet(crypto, { script, scanThreads: threads })
    const refreshed = await wallet.sync.refresh()
    expect(refreshed).toEqual({ blocksFetched: BigInt(blocks), receivedMoney: true })
    expect(books(wallet)).toEqual(expected)
    expect(seen.jobs).toBe(4)
    await turn()
    expect([seen.started, seen.ended]).toEqual([count, count])
  })

  test('hold the view secret only during a refresh', async () => {
    const { threads, seen } = inProcessThreads(crypto, 2)
    const { wallet } = await scriptedWallet(crypto, { script, scanThreads: threads })
    let during: Uint8Array[] = []
    wallet.events.subscribe(({ name }) => {
      if (name === 'received') during = seen.secrets.map((secret) => secret.slice())
    })
    await wallet.sync.refresh()
    await turn()
    expect(during).toContainEqual(wallet.secrets.viewSecret)
    for (const secret of seen.secrets) expect(secret).toEqual(new Uint8Array(32))
    expect(wallet.secrets.viewSecret).not.toEqual(new Uint8Array(32))
  })

  test('are not started for two blocks', async () => {
    const { threads, seen } = inProcessThreads(crypto, 2)
    const { wallet, script: small } = await scriptedWallet(crypto, { scanThreads: threads })
    small.mine([small.pay({ payments: [{ to: { account: 0, address: 0 }, amount: 1n }] })])
    await wallet.sync.refresh()
    expect([wallet.store.outputs.size, seen.started]).toEqual([1, 0])
  })

  test('end at once with a cancelled refresh, and the next refresh continues', async () => {
    const { threads, seen } = inProcessThreads(crypto, 2)
    const { wallet } = await scriptedWallet(crypto, { script, scanThreads: threads })
    const unsubscribe = wallet.events.subscribe(({ name }) => {
      if (name === 'received') wallet.sync.cancel()
    })
    const { blocksFetched } = await wallet.sync.refresh()
    expect(blocksFetched).toBeGreaterThan(0n)
    expect(blocksFetched).toBeLessThan(BigInt(blocks))
    expect(wallet.chain.height).toBe(blocksFetched + 1n)
    unsubscribe()
    await wallet.sync.refresh()
    await turn()
    expect(books(wallet)).toEqual(expected)
    expect(seen.ended).toBe(seen.started)
  })

  test('that fail to start are replaced by the scanner of the wallet', async () => {
    for (const broken of [1, 2]) {
      const { threads } = inProcessThreads(crypto, 2, (thread) => thread < broken)
      const { wallet } = await scriptedWallet(crypto, { script, scanThreads: threads })
      await wallet.sync.refresh()
      expect(books(wallet)).toEqual(expected)
    }
  })

  test.each([1, 2])('that end one after the other lose no work (threads: %i)', async (count) => {
    const { threads, seen } = inProcessThreads(crypto, count, undefined, (job) => job % 2 === 0)
    const { wallet } = await scriptedWallet(crypto, { script, scanThreads: threads })
    const refreshed = await wallet.sync.refresh()
    expect(refreshed).toEqual({ blocksFetched: BigInt(blocks), receivedMoney: true })
    expect(books(wallet)).toEqual(expected)
    expect(seen.jobs).toBeGreaterThanOrEqual(2 * count)
  })

  test('error: invalid daemon data gives the same error as without threads', async () => {
    const lying = (daemon: Daemon): Daemon => ({
      ...daemon,
      bin: new Proxy(daemon.bin, {
        get: (bin, name) =>
          name === 'get_blocks'
            ? async (params: never) => {
                const answer = await bin.get_blocks(params)
                const { txs } = answer.blocks.at(-1)!
                txs[7]!.blob = txs[8]!.blob
                return answer
              }
            : bin[name as 'get_blocks'],
      }),
    })
    const { threads, seen } = inProcessThreads(crypto, 2)
    const { wallet } = await scriptedWallet(crypto, { script, scanThreads: threads, wrap: lying })
    const error = await wallet.sync.refresh().catch((each: unknown) => each)
    expect(error).toMatchObject({ reason: 'UNKNOWN_ERROR' })
    expect((error as Error).message).toContain(
      'transaction 7 of block 4 is not the one the block names',
    )
    await turn()
    expect(seen.ended).toBe(2)
  })
})
