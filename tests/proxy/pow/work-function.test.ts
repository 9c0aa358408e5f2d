import { hexToBytes } from '@noble/hashes/utils.js'
import { expect, test } from 'vitest'
import { workFunction } from '../../../proxy/pow/work-function.ts'

test.each([
  [1, { kind: 'cryptonight', variant: 0 }],
  [6, { kind: 'cryptonight', variant: 0 }],
  [7, { kind: 'cryptonight', variant: 1 }],
  [8, { kind: 'cryptonight', variant: 2 }],
  [9, { kind: 'cryptonight', variant: 3 }],
  [10, { kind: 'cryptonight', variant: 4 }],
  [11, { kind: 'cryptonight', variant: 5 }],
  [12, { kind: 'randomx' }],
  [16, { kind: 'randomx' }],
])('version %i', (majorVersion, expected) => {
  expect(workFunction({ majorVersion, height: 0n, seedHash: new Uint8Array(32) })).toEqual(expected)
})

test('block 202612 has a fixed hash', () => {
  expect(workFunction({ majorVersion: 1, height: 202_612n, seedHash: new Uint8Array(32) })).toEqual(
    {
      kind: 'fixed',
      hash: hexToBytes('84f64766475d51837ac9efbef1926486e58563c95a19fef4aec3254f03000000'),
    },
  )
})
