import { readFileSync } from 'node:fs'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { expect, test } from 'vitest'
import { hashWork } from '../../../worker/adapters/hash-work.ts'

const kernel = new URL('../../../wasm/build/pow.wasm', import.meta.url)
const readKernel = async () => new Uint8Array(readFileSync(kernel))
const input = (key: string, text: string) => ({ seedId: utf8ToBytes(key), blob: utf8ToBytes(text) })

/** @see RandomX src/tests/tests.cpp */
test('hashes inputs of several seeds in their order', async () => {
  const text = 'sed do eiusmod tempor incididunt ut labore et dolore magna aliqua'
  const report = await hashWork(readKernel, [
    input('test key 000', 'This is a test'),
    input('test key 001', text),
    input('test key 000', text),
  ])
  expect('hashes' in report && report.hashes.map(bytesToHex)).toEqual([
    '639183aae1bf4c9a35884cb46b09cad9175f04efd7684e7262a0ac1c2f0b4e3f',
    'e9ff4503201c0c2cca26d285c93ae883f9b1d30c9eb240b820756f2d5a7905fc',
    'c36d4ed4191e617309867ed66a443be4075014e2b061bcdaf9ce7b721d2b77a8',
  ])
})

test('error: the report says why there are no hashes', async () => {
  const missing = () => Promise.reject(new Error('pow.wasm: HTTP 404'))
  expect(await hashWork(missing, [])).toEqual({ error: 'pow.wasm: HTTP 404' })
  const full = () => Promise.reject(new RangeError('could not allocate memory'))
  expect(await hashWork(full, [])).toEqual({
    error: 'RandomX needs 260 MB of memory, and the allocation failed',
  })
})
