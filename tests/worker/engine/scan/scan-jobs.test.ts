import { describe, expect, test } from 'vitest'
import { systemClock } from '../../../../worker/adapters/platform.ts'
import { keysOfSeed } from '../../../../worker/engine/keys/account.ts'
import { InvalidDaemonData } from '../../../../worker/engine/base/daemon-errors.ts'
import { scanBlocks } from '../../../../worker/engine/scan/scan-blocks.ts'
import {
  buffersIn,
  resultOf,
  serveJobs,
  type ScanCrypto,
  type ScanJob,
  type ScanReply,
  type ScanReport,
  type ScanRequest,
} from '../../../../worker/engine/scan/scan-jobs.ts'
import { transactionsIn } from '../../../../worker/engine/scan/slice.ts'
import { sliceOf } from '../../../support/chains/scan-slices.ts'
import { ScriptedChain, type ScriptedTx } from '../../../support/chains/scripted-chain.ts'
import { testSeed } from '../../../support/wallets/test-wallet.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'

const crypto = await testCrypto()
const { viewSecret, ...keys } = keysOfSeed(crypto, testSeed)
const chain = new ScriptedChain(crypto, { viewSecret, ...keys })
const payment = () => chain.pay({ payments: [{ to: { account: 0, address: 0 }, amount: 5n }] })
chain.mine([payment()])

/** The thread's side, with the view secret, whose reports are collected. */
function servedThread(changes: Partial<ScanCrypto> = {}) {
  const reports: ScanReport[] = []
  let reported = () => {}
  const thread = { ended: 0, send: (_: ScanRequest) => {} }
  serveJobs(
    {
      post(report) {
        reports.push(report)
        reported()
      },
      listen: (listener) => void (thread.send = listener),
      end: () => void thread.ended++,
    },
    { scan: crypto.scan, keccak256Parts: crypto.keccak256Parts, ...changes },
    systemClock,
  )
  const secret = viewSecret.slice()
  thread.send({ viewSecret: secret })
  /** Sends a job; resolves with its reply. */
  const job = (order: ScanJob) =>
    new Promise<ScanReply>((resolve) => {
      reported = () => resolve(reports.at(-1) as ScanReply)
      thread.send(order)
    })
  return { thread, reports, secret, job }
}

describe('a thread', () => {
  test('is ready first, and replies to a job with its result', async () => {
    const { reports, job } = servedThread()
    expect(reports).toEqual(['ready'])
    const slice = sliceOf(chain)
    const reply = await job({ slice, from: 1 })
    const count = transactionsIn(slice)
    const expected = await scanBlocks(crypto, viewSecret, slice, 1, count, async () => {})
    expect(expected.transactions.length).toBeGreaterThan(0)
    expect(resultOf(reply)).toEqual({ slice, results: [expected] })
  })

  test('does jobs one after the other', async () => {
    const { thread, reports, job } = servedThread()
    thread.send({ slice: sliceOf(chain), from: 0 })
    thread.send({ slice: sliceOf(chain), from: 1 })
    await job({ slice: sliceOf(chain), from: 1 })
    while (reports.length < 4) await systemClock.sleep(0)
    const from = reports.slice(1).map((reply) => resultOf(reply as ScanReply).results[0]!.from)
    expect(from).toEqual([0, 1, 1])
  })

  test('keeps a copy of the view secret until it ends', async () => {
    const seen: Uint8Array[] = []
    const scan: ScanCrypto['scan'] = (secret, batch) => {
      seen.push(secret)
      return crypto.scan(secret, batch)
    }
    const { thread, secret, job } = servedThread({ scan })
    expect(secret).toEqual(new Uint8Array(32))
    await job({ slice: sliceOf(chain), from: 0 })
    expect(seen).toEqual([viewSecret])
    thread.send('end')
    expect([seen, thread.ended]).toEqual([[new Uint8Array(32)], 1])
  })

  test('ends during a job, between two calls of the module', async () => {
    const many = new ScriptedChain(crypto, { viewSecret, ...keys })
    many.mine(new Array<ScriptedTx>(3000).fill(payment()))
    let calls = 0
    const { thread, reports } = servedThread({
      scan(secret, batch) {
        calls++
        queueMicrotask(() => thread.send('end'))
        return crypto.scan(secret, batch)
      },
    })
    // 6000 rows: one for the main and one for the additional key of each.
    thread.send({ slice: sliceOf(many), from: 0 })
    while (thread.ended === 0) await systemClock.sleep(0)
    for (let turn = 0; turn < 10; turn++) await systemClock.sleep(0)
    expect([calls, reports]).toEqual([1, ['ready']])
  })

  test('error: a transaction that the block does not name, as an error of the daemon', async () => {
    const { job } = servedThread()
    const slice = sliceOf(chain)
    slice.bytes[slice.transactionEnds[1]! - 1]! ^= 1
    const reply = await job({ slice, from: 0 })
    const problem = 'transaction 0 of block 1 is not the one the block names'
    expect(reply).toEqual({ problem })
    expect(() => resultOf(reply)).toThrow(new InvalidDaemonData(problem))
  })

  test('error: a bug, by the name of its error and the blocks only', async () => {
    const { job } = servedThread({
      scan() {
        throw new TypeError('secret')
      },
    })
    const reply = await job({ slice: sliceOf(chain), from: 0 })
    expect(reply).toEqual({ failed: 'TypeError in blocks 1 to 1' })
    expect(() => resultOf(reply)).toThrow(new Error('scanner: TypeError in blocks 1 to 1'))
  })
})

describe('buffersIn', () => {
  test('lists every buffer of a job and of its reply once, so that nothing is copied', async () => {
    const { job } = servedThread()
    const slice = sliceOf(chain)
    const reply = await job({ slice, from: 0 })
    for (const message of [{ slice, from: 0 }, reply]) {
      const copy = structuredClone(message)
      expect(structuredClone(copy, { transfer: buffersIn(copy) })).toEqual(message)
      expect(buffersIn(copy).every(({ byteLength }) => byteLength === 0)).toBe(true)
    }
  })

  test('lists a shared buffer once, and none of a text', () => {
    const bytes = new Uint8Array(8)
    expect(buffersIn({ a: bytes, b: [bytes.subarray(4), null, 1n] })).toEqual([bytes.buffer])
    expect(buffersIn('ready')).toEqual([])
  })
})
