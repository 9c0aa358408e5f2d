import { bytesToHex } from '@noble/hashes/utils.js'
import { expect, test } from 'vitest'
import { clearCommitment } from '../../../../proxy/node/blockchain/clear-commitment.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'

const crypto = await testCrypto()

test('the commitment to no amount is the base point', () => {
  expect(bytesToHex(clearCommitment(crypto, 0n))).toBe(`58${'66'.repeat(31)}`)
})

test('commitments to two amounts differ by that to their difference', () => {
  const [two, five, three] = [2n, 5n, 3n].map((amount) => clearCommitment(crypto, amount))
  const base = clearCommitment(crypto, 0n)
  expect(crypto.pointAdd(two!, three!)).toEqual(crypto.pointAdd(five!, base))
})
