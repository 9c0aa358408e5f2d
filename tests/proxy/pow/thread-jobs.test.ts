import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { cryptonight } from '#protocol/cryptonight/variants.ts'
import { checkHash } from '#protocol/rules/difficulty.ts'
import { control, ThreadJobs } from '../../../proxy/pow/thread-jobs.ts'
import { powModule } from '../../support/wasm/randomx-machine.ts'

const context = { majorVersion: 16, height: 0n, seedHash: utf8ToBytes('test key 000') }
const kernel = powModule()
const jobs = () => new ThreadJobs(kernel, () => undefined)

describe('a seed', () => {
  const collect = vi.fn<() => void>()
  const maker = new ThreadJobs(kernel, collect)
  const other = jobs()
  beforeAll(async () => {
    maker.prepare(context.seedHash, 2)
    const { port1, port2 } = new MessageChannel()
    maker.share(port1)
    await other.join(port2, 1)
  })

  /** @see RandomX src/tests/tests.cpp */
  test('serves the thread that makes it and the thread that joins it', () => {
    const hash = (thread: ThreadJobs, text: string) =>
      bytesToHex(thread.hash(utf8ToBytes(text), context))
    const expected = '639183aae1bf4c9a35884cb46b09cad9175f04efd7684e7262a0ac1c2f0b4e3f'
    expect(hash(other, 'This is a test')).toBe(expected)
    expect(hash(maker, 'This is a test')).toBe(expected)
    expect(hash(other, 'Lorem ipsum dolor sit amet')).toBe(
      '300a0adb47603dedb42228ccb2b211104f4da45af709cd7547cd049e9489c969',
    )
  })

  test('frees garbage before the first hash, then before every sixteenth one', () => {
    const collections = Array.from({ length: 17 }, () => {
      maker.hash(new Uint8Array(76), context)
      return collect.mock.calls.length
    })
    // The maker has hashed once above.
    expect(collections).toEqual([...new Array<number>(15).fill(1), 2, 2])
  })
})

describe('a thread without a seed', () => {
  test('error: RandomX', () => {
    expect(() => jobs().hash(new Uint8Array(76), context)).toThrow(
      'RandomX: expected a seed, call prepare or join first',
    )
  })

  test('error: it cannot share one, and the other thread learns it', async () => {
    const { port1, port2 } = new MessageChannel()
    const joining = jobs().join(port2, 1)
    expect(() => jobs().share(port1)).toThrow('share: expected a seed, call prepare first')
    await expect(joining).rejects.toThrow('the thread that makes the seed has ended')
  })
})

test('error: there is no memory for a seed', () => {
  const memory = vi.spyOn(WebAssembly, 'Memory').mockImplementation(function () {
    throw new RangeError('WebAssembly.Memory(): could not allocate memory')
  })
  try {
    expect(() => jobs().prepare(context.seedHash, 2)).toThrow(
      new Error('RandomX needs 260 MB of memory; allocation failed'),
    )
  } finally {
    memory.mockRestore()
  }
})

describe('search', () => {
  const old = { majorVersion: 1, height: 0n, seedHash: new Uint8Array(32) }
  const job = { blob: new Uint8Array(76), context: old, difficulty: 3n }
  const nonceAt = 39
  const range = (first: number, step: number, lowest = 2 ** 32 - 1) => ({
    nonceAt,
    first,
    step,
    lowest: new Uint32Array(new SharedArrayBuffer(4)).fill(lowest),
  })
  const newShared = () => new Int32Array(new SharedArrayBuffer(4 * control.size))
  const solves = (nonce: number) => {
    const blob = job.blob.slice()
    new DataView(blob.buffer).setUint32(nonceAt, nonce, true)
    return checkHash(cryptonight(blob, 0, 0n), job.difficulty)
  }

  test('returns the first nonce of its range that solves, and counts hashes', () => {
    const shared = newShared()
    const own = range(1, 2)
    const nonce = jobs().search(job, own, shared, 0)
    const tried = Array.from({ length: (nonce! - 1) / 2 + 1 }, (_, index) => 1 + 2 * index)
    expect(tried.map(solves)).toEqual(tried.map((each) => each === nonce))
    expect(own.lowest[0]).toBe(nonce)
    expect(shared[control.hashes]).toBe(tried.length)
  })

  test('ends above the lowest nonce of another thread, and when another search has begun', () => {
    const [shared, thread] = [newShared(), jobs()]
    expect(thread.search(job, range(6, 1, 5), shared, 0)).toBeUndefined()
    expect(thread.search(job, range(0, 1), shared, 1)).toBeUndefined()
    expect(shared[control.hashes]).toBe(0)
  })
})
