import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { treeHash } from '#protocol/chain/tree.ts'

describe('treeHash', () => {
  const lines = readFileSync('tests/vectors/chain/tree-hash.txt', 'utf8').trim().split('\n')
  const cases = lines.map((line) => line.split(' ') as [string, string])

  test.each(cases)('%s', (root, leaves) => {
    const hashes = leaves.match(/.{64}/g)!.map((leaf) => hexToBytes(leaf))
    expect(bytesToHex(treeHash(hashes))).toBe(root)
  })

  test('error: no leaves', () => {
    expect(() => treeHash([])).toThrow('tree hash: has no leaves')
  })
})
