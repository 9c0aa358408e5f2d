import { describe, expect, test } from 'vitest'
import { keysOfSeed } from '../../../../worker/engine/keys/account.ts'
import { InvalidDaemonData } from '../../../../worker/engine/base/daemon-errors.ts'
import { scanBlocks } from '../../../../worker/engine/scan/scan-blocks.ts'
import {
  buffersIn,
  resultOf,
  serveJobs,
  type ScanCrypto,
  type ScanReply,
  type ScanReport,
  type ScanRequest,
} from '../../../../worker/engine/scan/scan-jobs.ts'
import { transactionsIn } from '../../../../worker/engine/scan/slice.ts'
import { sliceOf } from '../../../support/chains/scan-slices.ts'
import { ScriptedChain } from '../../../support/chains/scripted-chain.ts'
import { testSeed } from '../../../support/wallets/test-wallet.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'

const crypto = await testCrypto()
const { viewSecret, ...keys } = keysOfSeed(crypto, testSeed)
const chain = new ScriptedChain(crypto, { viewSecret, ...keys })
chain.mine([chain.pay({ payments: [{ to: { account: 0, address: 0 }, amount: 5n }] })])

/** The thread's side, with the view secret, whose reports are collected. */
function servedThread(changes: Partial<ScanCrypto> = {}) {
  const reports: ScanReport[] = []
  const thread = { ended: 0, send: (_: ScanRequest) => {} }
  serveJobs(
    {
      post: (report) => void reports.push(report),
      listen: (listener) => void (thread.send = listener),
      end: () => void thread.ended++,
    },
    { scan: crypto.scan, keccak256Parts: crypto.keccak256Parts, ...changes },
  )
  const secret = viewSecret.slice()
  thread.send({ viewSecret: secret })
  const reply = () => reports.at(-1) as ScanReply
  return { thread, reports, secret, reply }
}

describe('a thread', () => {
  test('is ready first, and replies to a job with its result', () => {
    const { thread, reports, reply } = servedThread()
    expect(reports).toEqual(['ready'])
    const slice = sliceOf(chain)
    thread.send({ slice, from: 1 })
    const expected = scanBlocks(crypto, viewSecret, slice, 1, transactionsIn(slice))
    expect(expected.transactions.length).toBeGreaterThan(0)
    expect(resultOf(reply())).toEqual({ slice, results: [expected] })
  })

  test('keeps a copy of the view secret until it ends', () => {
    const seen: Uint8Array[] = []
    const scan: ScanCrypto['scan'] = (secret, batch) => {
      seen.push(secret)
      return crypto.scan(secret, batch)
    }
    const { thread, secret } = servedThread({ scan })
    expect(secret).toEqual(new Uint8Array(32))
    thread.send({ slice: sliceOf(chain), from: 0 })
    expect(seen).toEqual([viewSecret])
    thread.send('end')
    expect([seen, thread.ended]).toEqual([[new Uint8Array(32)], 1])
  })

  test('error: a transaction that the block does not name, as an error of the daemon', () => {
    const { thread, reply } = servedThread()
    const slice = sliceOf(chain)
    slice.bytes[slice.transactionEnds[1]! - 1]! ^= 1
    thread.send({ slice, from: 0 })
    const problem = 'transaction 0 of block 1 is not the one the block names'
    expect(reply()).toEqual({ problem })
    expect(() => resultOf(reply())).toThrow(new InvalidDaemonData(problem))
  })

  test('error: a bug, only by the name of its error', () => {
    const { thread, reply } = servedThread({
      scan() {
        throw new TypeError('secret')
      },
    })
    thread.send({ slice: sliceOf(chain), from: 0 })
    expect(reply()).toEqual({ failed: 'TypeError' })
    expect(() => resultOf(reply())).toThrow(new Error('scanner: TypeError'))
  })
})

describe('buffersIn', () => {
  test('lists every buffer of a job and of its reply once, so that nothing is copied', () => {
    const { thread, reply } = servedThread()
    const slice = sliceOf(chain)
    thread.send({ slice, from: 0 })
    for (const message of [{ slice, from: 0 }, reply()]) {
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
