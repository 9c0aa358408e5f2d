/**
 * The vectors of RandomX's own tests.
 *
 * @see RandomX src/tests/tests.cpp
 */
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { beforeAll, describe, expect, test } from 'vitest'
import { compileDataset } from '../../../wasm/randomx/cache.ts'
import { cacheAt } from '../../../wasm/randomx/layout.ts'
import type { Machine } from '../../../wasm/randomx/machine.ts'
import { machineOf } from '../../support/wasm/randomx-machine.ts'

const long = 'sed do eiusmod tempor incididunt ut labore et dolore magna aliqua'
let machine: Machine

describe('test key 000', () => {
  const key = utf8ToBytes('test key 000')
  beforeAll(() => {
    machine = machineOf(key)
  })

  test('fills the cache with the words of the reference', () => {
    const words = new BigUint64Array(machine.kernel.memory.buffer, cacheAt)
    expect([words[0], words[1568413], words[33554431]]).toEqual([
      0x191e0e1d23c02186n,
      0xf1b62fe6210bf8b1n,
      0x1f47f056d05cd99bn,
    ])
  })

  test('computes items of the dataset in pairs', () => {
    const { memory } = machine.kernel
    const instance = new WebAssembly.Instance(compileDataset(memory, key), { env: { memory } })
    const run = instance.exports['run'] as (first: number, second: number, target: number) => void
    const words = new BigUint64Array(memory.buffer, machine.lane.items, 16)
    const itemsOf = (first: number, second: number) => {
      run(first, second, machine.lane.items)
      return [words.slice(0, 8), words.slice(8)]
    }
    const [zero, ten] = itemsOf(0, 10_000_000)
    expect([zero![0], ten![0]]).toEqual([0x680588a85ae222dbn, 0x7943a1f6186ffb72n])
    expect(itemsOf(20_000_000, 30_000_000).map((item) => item[0])).toEqual([
      0x9035244d718095e1n,
      0x145a5091f7853099n,
    ])
    expect(itemsOf(10_000_000, 0)).toEqual([ten, zero])
    expect(itemsOf(0, 0)).toEqual([zero, zero])
  })

  test.each([
    ['This is a test', '639183aae1bf4c9a35884cb46b09cad9175f04efd7684e7262a0ac1c2f0b4e3f'],
    [
      'Lorem ipsum dolor sit amet',
      '300a0adb47603dedb42228ccb2b211104f4da45af709cd7547cd049e9489c969',
    ],
    [long, 'c36d4ed4191e617309867ed66a443be4075014e2b061bcdaf9ce7b721d2b77a8'],
  ])('%s', (input, expected) => {
    expect(bytesToHex(machine.hash(utf8ToBytes(input)))).toBe(expected)
  })
})

describe('test key 001', () => {
  beforeAll(() => {
    machine = machineOf(utf8ToBytes('test key 001'))
  })

  test('hashes a text', () => {
    expect(bytesToHex(machine.hash(utf8ToBytes(long)))).toBe(
      'e9ff4503201c0c2cca26d285c93ae883f9b1d30c9eb240b820756f2d5a7905fc',
    )
  })

  test('hashes a hashing blob', () => {
    const blob = hexToBytes(
      '0b0b98bea7e805e0010a2126d287a2a0cc833d312cb786385a7c2f9de69d25537f584a9bc9977b00000000' +
        '666fd8753bf61a8631f12984e3fd44f4014eca629276817b56f32e9b68bd82f416',
    )
    expect(bytesToHex(machine.hash(blob))).toBe(
      'c56414121acda1713c2f2a819d8ae38aed7c80c35c2a769298d34f03833cd5f1',
    )
  })

  test('returns the same hash after another hash', () => {
    machine.hash(utf8ToBytes('another'))
    expect(bytesToHex(machine.hash(utf8ToBytes(long)))).toBe(
      'e9ff4503201c0c2cca26d285c93ae883f9b1d30c9eb240b820756f2d5a7905fc',
    )
  })
})
