import { describe, expect, test } from 'vitest'
import { systemClock } from '../../../../worker/adapters/platform.ts'
import type { ScanThreads } from '../../../../worker/engine/base/ports.ts'
import { keysOfSeed } from '../../../../worker/engine/keys/account.ts'
import { startScanner } from '../../../../worker/engine/scan/scanner.ts'
import { transactionsIn, type Slice } from '../../../../worker/engine/scan/slice.ts'
import { sliceOf } from '../../../support/chains/scan-slices.ts'
import { ScriptedChain } from '../../../support/chains/scripted-chain.ts'
import { inProcessThreads } from '../../../support/wallets/in-process-scan-threads.ts'
import { testPorts, testSeed } from '../../../support/wallets/test-wallet.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'

const crypto = await testCrypto()
const keys = keysOfSeed(crypto, testSeed)
const ports = await testPorts()

/** A block with so many transactions that pay the wallet. */
function sliceWith(transactions: number): Slice {
  const chain = new ScriptedChain(crypto, keys)
  const tx = chain.pay({ payments: [{ to: { account: 0, address: 0 }, amount: 5n }] })
  return sliceOf(chain.mine(new Array<typeof tx>(transactions - 1).fill(tx)))
}

/** The same with more bytes, which belong to no transaction. */
function paddedTo(bytes: number, slice: Slice): Slice {
  const padded = new Uint8Array(bytes)
  padded.set(slice.bytes)
  return { ...slice, bytes: padded }
}

const start = (scanThreads?: ScanThreads, clock = systemClock) =>
  startScanner({ ...ports, clock, scanThreads }, keys.viewSecret)

/** Above this a scanner starts threads, as it does above 500 transactions. */
const limitBytes = 256 * 1024

describe('the scanner', () => {
  test('scans every transaction from a position on, in steps where time is short', async () => {
    let ms = 0
    const slice = sliceWith(40)
    const scanner = start(undefined, { ...systemClock, monotonicMs: () => (ms += 5) })
    const { results, slice: returned } = await scanner.scan(slice, 3)
    expect(returned).toBe(slice)
    expect(results.length).toBeGreaterThan(1)
    let next = 3
    for (const { from, count, transactions } of results) {
      expect(from).toBe(next)
      next += count
      // Every transaction pays the wallet, by its main and its additional key.
      expect(new Set(transactions).size).toBe(count)
    }
    expect(next).toBe(transactionsIn(slice))
  })

  test.each([
    ['bytes', limitBytes, 2],
    ['transactions', 120_000, 251],
  ])('starts threads once it has scanned many %s', async (_, bytes, transactions) => {
    const { threads, seen } = inProcessThreads(crypto, 2)
    const scanner = start(threads)
    const slice = () => paddedTo(bytes, sliceWith(transactions))
    const own = await scanner.scan(slice(), 0)
    expect(seen.started).toBe(0)
    const onThread = await scanner.scan(slice(), 0)
    expect([seen.started, seen.jobs]).toEqual([2, 1])
    const found = ({ results }: typeof own) => results.reduce((sum, each) => sum + each.count, 0)
    expect([found(own), found(onThread)]).toEqual([transactions, transactions])
    scanner.close()
  })

  test('does not count transactions before the first one to scan', async () => {
    const { threads, seen } = inProcessThreads(crypto, 2)
    const scanner = start(threads)
    const slice = () => paddedTo(120_000, sliceWith(251))
    for (const from of [0, 2]) await scanner.scan(slice(), from)
    expect(seen.started).toBe(0)
  })

  test('scans everything itself where no threads are offered', async () => {
    const { results } = await start().scan(paddedTo(300_000, sliceWith(2)), 0)
    expect(results.map(({ from, count }) => [from, count])).toEqual([[0, 2]])
  })

  test.each([false, true])(
    'error: closed before the scan is finished (threads: %s)',
    async (withThreads) => {
      const { threads, seen } = inProcessThreads(crypto, 1)
      const scanner = start(withThreads ? threads : undefined)
      const scans = [1, 2].map(() => scanner.scan(paddedTo(300_000, sliceWith(2)), 0))
      scanner.close()
      for (const scan of scans) await expect(scan).rejects.toThrow('scanner: closed')
      await systemClock.sleep(1)
      expect(seen.ended).toBe(seen.started)
    },
  )
})
