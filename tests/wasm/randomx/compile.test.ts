import { readFileSync } from 'node:fs'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { expect, test } from 'vitest'
import { aesTables } from '#protocol/cryptonight/aes-tables.ts'
import { compileFor } from '../../../wasm/randomx/compile.ts'
import { allocateUnshared } from '../../../wasm/randomx/layout.ts'
import { Machine } from '../../../wasm/randomx/machine.ts'

const file = (name: string) =>
  new Uint8Array(readFileSync(new URL(`../../../wasm/build/${name}`, import.meta.url)))

/** @see RandomX src/tests/tests.cpp */
test('a machine in unshared memory hashes as the reference does, with one seed after another', () => {
  const memory = allocateUnshared()
  expect(memory.buffer).toBeInstanceOf(ArrayBuffer)
  const machine = new Machine(compileFor(memory, file('pow.wasm')), memory, 0, aesTables)
  machine.useSeed(utf8ToBytes('test key 001'))
  const text = 'sed do eiusmod tempor incididunt ut labore et dolore magna aliqua'
  expect(bytesToHex(machine.hash(utf8ToBytes(text)))).toBe(
    'e9ff4503201c0c2cca26d285c93ae883f9b1d30c9eb240b820756f2d5a7905fc',
  )
  machine.useSeed(utf8ToBytes('test key 000'))
  expect(bytesToHex(machine.hash(utf8ToBytes('This is a test')))).toBe(
    '639183aae1bf4c9a35884cb46b09cad9175f04efd7684e7262a0ac1c2f0b4e3f',
  )
})

test('error: a module without a shared memory', () => {
  expect(() => compileFor(allocateUnshared(), file('nightjar.wasm'))).toThrow(
    'expected a module that imports a shared memory',
  )
})
