/**
 * Proofs of work in threads, as they are built into `dist/`, beside monerod's.
 */
import { Worker } from 'node:worker_threads'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { describe, expect } from 'vitest'
import { atFileEnd } from '../support/programs/file-end.ts'
import { beforeAll, test } from '../support/programs/test.ts'
import { blockHashingBlob, parseBlock } from '#protocol/chain/block.ts'
import { checkHash } from '#protocol/rules/difficulty.ts'
import { nextSeedHeight, seedHeight, type SeedEpoch } from '#protocol/rules/seed-height.ts'
import { nodeWork } from '../../proxy/pow/threaded.ts'
import { threadOptions } from '../../proxy/pow/threads.ts'
import { nodeHash } from '../../worker/adapters/work-hasher.ts'
import { privateBytes } from '../bench/processes.ts'
import { count, seed } from '../support/random/case-counts.ts'
import { minerAddress, startMonerod, type Monerod } from '../support/programs/monerod.ts'
import { seededRandom } from '../support/random/keccak-random.ts'

const thread = new URL('../../dist/nightjar-pow.js', import.meta.url)
const hasher = new URL('../../dist/nightjar-hasher.js', import.meta.url)
const work = nodeWork(() => new Worker(thread, threadOptions))
atFileEnd(() => work.close())
const random = seededRandom(seed())

/** Short, so that a few blocks have several seeds. */
const epoch: SeedEpoch = { blocks: 16n, lag: 4n }
const height = 40n
let node: Monerod

beforeAll(async () => {
  const env = {
    SEEDHASH_EPOCH_BLOCKS: `${epoch.blocks}`,
    SEEDHASH_EPOCH_LAG: `${epoch.lag}`,
    // Debian's monerod dies in the code that it makes for CryptoNightR; it can do without.
    MONERO_USE_CNV4_JIT: '0',
  }
  node = await startMonerod({ env })
  await node.mine(Number(height) - 1)
})

const idAt = async (at: bigint): Promise<Uint8Array> =>
  hexToBytes((await node.call('get_block_header_by_height', { height: at })).block_header.hash)

describe('hash', () => {
  test.each([1, 7, 8, 9, 10, 11, 12, 16])('equals calc_pow at version %i', async (majorVersion) => {
    const seedHash = await idAt(0n)
    for (let round = 0; round < count(1, 10); round++) {
      const blob = random(76 + round)
      const at = BigInt(1_000_000 + random(2)[0]!)
      expect(bytesToHex(await work.pow.hash(blob, { majorVersion, height: at, seedHash }))).toBe(
        await node.call('calc_pow', {
          major_version: majorVersion,
          height: at,
          block_blob: bytesToHex(blob),
          seed_hash: bytesToHex(seedHash),
        }),
      )
    }
  })

  test.each([1n, 20n, 21n, 36n, 37n, 39n])('of block %i equals that of its header', async (at) => {
    const { block_header: header, blob } = {
      ...(await node.call('get_block_header_by_height', { height: at, fill_pow_hash: true })),
      blob: (await node.call('get_block', { height: at })).blob as string,
    }
    const block = parseBlock(hexToBytes(blob))
    const { majorVersion } = block
    const seedHash = await idAt(seedHeight(at, epoch))
    const hash = await work.pow.hash(blockHashingBlob(block), {
      majorVersion,
      height: at,
      seedHash,
    })
    expect(bytesToHex(hash)).toBe(header.pow_hash)
  })

  test('in the thread of a wallet equals that of the header, and its memory returns', async () => {
    const hash = nodeHash(() => new Worker(hasher))
    const before = privateBytes(process.pid)
    for (const at of [20n, 21n, 36n, 37n]) {
      const { block_header: header } = await node.call('get_block_header_by_height', {
        height: at,
        fill_pow_hash: true,
      })
      const { blob } = await node.call('get_block', { height: at })
      const input = {
        blob: blockHashingBlob(parseBlock(hexToBytes(blob as string))),
        seedId: await idAt(seedHeight(at, epoch)),
      }
      const [own] = await hash([input], new Promise(() => undefined))
      expect(bytesToHex(own!)).toBe(header.pow_hash)
    }
    // Each check took 260 MB. A thread that was ended frees them a moment later.
    await expect
      .poll(() => privateBytes(process.pid) - before, { timeout: 30_000 })
      .toBeLessThan(150e6)
  })

  test('error: the thread of a wallet is missing', async () => {
    const hash = nodeHash(() => new Worker(new URL('./missing.js', hasher)))
    const input = { blob: new Uint8Array(76), seedId: new Uint8Array(32) }
    await expect(hash([input], new Promise(() => undefined))).rejects.toThrow(
      'the thread that hashes has ended',
    )
  })

  test('of a block template has the seed that monerod names', async () => {
    const params = { wallet_address: minerAddress, reserve_size: 0 }
    const template = await node.call('get_block_template', params)
    const [own, next] = [seedHeight(height, epoch), nextSeedHeight(height, epoch)]
    expect(template).toMatchObject({
      height,
      seed_height: own,
      seed_hash: bytesToHex(await idAt(own)),
      next_seed_hash: next === own ? '' : bytesToHex(await idAt(next)),
    })
  })
})

describe('search', () => {
  const context = { majorVersion: 16, height, seedHash: new Uint8Array(32).fill(7) }
  const blob = new Uint8Array(76)
  blob.set([16, 16, 1])
  const withNonce = (nonce: number) => {
    const solved = blob.slice()
    new DataView(solved.buffer).setUint32(35, nonce, true)
    return solved
  }

  test.each([1, 2])('with %i threads finds the lowest nonce that solves', async (threads) => {
    const difficulty = 8n
    const nonce = await work.miner.search({ blob, context, difficulty }, threads)
    expect(work.miner.hashRate).toBeGreaterThan(0)
    expect(checkHash(await work.pow.hash(withNonce(nonce!), context), difficulty)).toBe(true)
    for (let lower = 0; lower < nonce!; lower++)
      expect(checkHash(await work.pow.hash(withNonce(lower), context), difficulty)).toBe(false)
  })

  test('stops for another job and on request', async () => {
    const hopeless = { blob, context, difficulty: 1n << 127n }
    const first = work.miner.search(hopeless, 2)
    const second = work.miner.search(hopeless, 1)
    expect(await first).toBeUndefined()
    work.miner.stop()
    expect(await second).toBeUndefined()
    expect(work.miner.hashRate).toBe(0)
  })

  test('does not search at difficulty 1', async () => {
    const job = { blob: withNonce(77), context, difficulty: 1n }
    expect(await work.miner.search(job, 1)).toBe(77)
  })

  test('error: more threads than four for each core', async () => {
    const { mostThreads } = work.miner
    await expect(
      work.miner.search({ blob, context, difficulty: 2n }, mostThreads + 1),
    ).rejects.toThrow(`Mining takes 1 to ${mostThreads} threads`)
  })
})

test('error: a failure in a thread is reported, and the next call succeeds', async () => {
  const seedHash = new Uint8Array(32)
  const tooShort = work.pow.hash(new Uint8Array(9), { majorVersion: 7, height: 0n, seedHash })
  await expect(tooShort).rejects.toThrow('cryptonight variant 1 needs 43 bytes of data')
  const blob = new Uint8Array(43)
  const hash = await work.pow.hash(blob, { majorVersion: 7, height: 0n, seedHash })
  // monero tests/hash/tests-slow-1.txt
  expect(bytesToHex(hash)).toBe('b5a7f63abb94d07d1a6445c36c07c7e8327fe61b1647e391b4c7edae5de57a3d')
})
