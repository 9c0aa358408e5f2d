import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { edgeNonceSearcher, edgePow } from '../../../proxy/pow/edge.ts'

const seedHash = new Uint8Array(32)
const blob = utf8ToBytes('This is a test This is a test This is a test')

describe('edgePow', () => {
  test('hashes blocks of old versions', async () => {
    const hash = await edgePow.hash(blob, { majorVersion: 8, height: 0n, seedHash })
    expect(bytesToHex(hash)).toBe(
      '353fdc068fd47b03c04b9431e005e00b68c2168a3cc7335c8b9b308156591a4f',
    )
  })

  test('returns the fixed hash of block 202612', async () => {
    const hash = await edgePow.hash(blob, { majorVersion: 16, height: 202_612n, seedHash })
    expect(hash).toEqual(
      hexToBytes('84f64766475d51837ac9efbef1926486e58563c95a19fef4aec3254f03000000'),
    )
  })

  test('error: RandomX', async () => {
    await expect(edgePow.hash(blob, { majorVersion: 12, height: 0n, seedHash })).rejects.toThrow(
      'No proof of work: RandomX needs 260 MB of memory',
    )
  })
})

test('error: edgeNonceSearcher cannot search', async () => {
  const context = { majorVersion: 16, height: 0n, seedHash }
  await expect(edgeNonceSearcher.search({ blob, context, difficulty: 1n }, 1)).rejects.toThrow(
    'Mining needs threads, which this host does not have',
  )
})
