/** Threads of Node, bundled as the build does. */
import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkHash } from '#protocol/rules/difficulty.ts'
import { nodeWork, type Work } from '../../../proxy/pow/threaded.ts'
import { threadOptions } from '../../../proxy/pow/threads.ts'
import { privateBytes } from '../../bench/processes.ts'
import { bundleProgram } from '../../support/programs/bundle-program.ts'
import { temporaryFolder } from '../../support/storage/temporary-folder.ts'

const source = new URL('../../../proxy/pow/thread.ts', import.meta.url)
const contextOf = (key: string) => ({
  majorVersion: 16,
  height: 1n,
  seedHash: utf8ToBytes(key),
})

let script: string
let work: Work
beforeAll(async () => {
  const folder = temporaryFolder('pow')
  writeFileSync(join(folder, 'entry.ts'), `import '${source.pathname}'`)
  script = await bundleProgram(folder, 'entry.ts')
  copyFileSync('wasm/build/pow.wasm', join(folder, 'pow.wasm'))
  work = nodeWork(() => new Worker(script, threadOptions))
})
afterAll(() => work.close())

describe('threads', () => {
  /** @see RandomX src/tests/tests.cpp */
  test('hash with one seed after another, and keep the memory of two', async () => {
    const before = privateBytes(process.pid)
    const text = 'sed do eiusmod tempor incididunt ut labore et dolore magna aliqua'
    const hash = async (key: string, input: string) =>
      bytesToHex(await work.pow.hash(utf8ToBytes(input), contextOf(key)))
    expect(await hash('test key 000', 'This is a test')).toBe(
      '639183aae1bf4c9a35884cb46b09cad9175f04efd7684e7262a0ac1c2f0b4e3f',
    )
    expect(await hash('test key 001', text)).toBe(
      'e9ff4503201c0c2cca26d285c93ae883f9b1d30c9eb240b820756f2d5a7905fc',
    )
    await hash('test key 002', text)
    await hash('test key 003', text)
    expect(privateBytes(process.pid) - before).toBeLessThan(650e6)
  })

  test('search with the seed of the thread that hashes', async () => {
    const blob = new Uint8Array(76)
    blob.set([16, 16, 1])
    const context = contextOf('test key 003')
    const difficulty = 4n
    const nonce = await work.miner.search({ blob, context, difficulty }, 2)
    const solves = async (tried: number) => {
      const solved = blob.slice()
      new DataView(solved.buffer).setUint32(35, tried, true)
      return checkHash(await work.pow.hash(solved, context), difficulty)
    }
    const tried = Array.from({ length: nonce! + 1 }, (_, index) => index)
    expect(await Promise.all(tried.map(solves))).toEqual(tried.map((each) => each === nonce))
  })

  test('stop in the middle of a search, many times, and leave their seed usable', async () => {
    const blob = new Uint8Array(76)
    blob.set([16, 16, 1])
    const context = contextOf('test key 003')
    for (let round = 0; round < 5; round++) {
      const search = work.miner.search({ blob, context, difficulty: 1n << 127n }, 2)
      await expect.poll(() => work.miner.hashRate, { timeout: 60_000 }).toBeGreaterThan(0)
      work.miner.stop()
      expect(await search).toBeUndefined()
    }
    expect(bytesToHex(await work.pow.hash(blob, context))).toMatch(/^[0-9a-f]{64}$/)
  })

  test('return all memory when they end', async () => {
    const before = privateBytes(process.pid)
    await work.close()
    expect(before - privateBytes(process.pid)).toBeGreaterThan(500e6)
  })
})

test('error: the file of the thread is missing', async () => {
  const { pow, close } = nodeWork(() => new Worker(join(script, '../missing.mjs')))
  await expect(pow.hash(new Uint8Array(76), contextOf('x'))).rejects.toThrow(
    /^No proof of work: Cannot find module/,
  )
  await close()
})
