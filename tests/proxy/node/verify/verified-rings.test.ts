import { describe, expect, test } from 'vitest'
import { VerifiedRings } from '../../../../proxy/node/verify/verified-rings.ts'
import { idOfHeight } from '../../../support/chains/in-memory-pool.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'
import { regtest } from '../../../vectors/chain/vectors.ts'
import { hexToBytes } from '@noble/hashes/utils.js'
import { bent } from '../../../support/invalid/rule-violation.ts'

const crypto = await testCrypto()
const vector = regtest.transactions.find(({ rings }) => rings !== undefined)!
const { id } = vector
const rings = vector.rings!.map((ring) =>
  ring.map(({ key, commitment }) => ({ key: hexToBytes(key), commitment: hexToBytes(commitment) })),
)

/** The rings with one member changed. */
const withMember = (change: (member: (typeof rings)[0][0]) => object) => {
  const changed = structuredClone(rings)
  Object.assign(changed[1]![15]!, change(changed[1]![15]!))
  return changed
}

describe('VerifiedRings', () => {
  test('has a transaction with its rings after it was added', () => {
    const verified = new VerifiedRings(crypto)
    expect(verified.has(id, rings)).toBe(false)
    verified.add(id, rings)
    expect(verified.has(id, structuredClone(rings))).toBe(true)
  })

  test('error: another transaction, or other keys or commitments at the same indices', () => {
    const verified = new VerifiedRings(crypto)
    verified.add(id, rings)
    expect(verified.has(idOfHeight(1n), rings)).toBe(false)
    expect(
      verified.has(
        id,
        withMember(({ key }) => ({ key: bent(key) })),
      ),
    ).toBe(false)
    const other = withMember(({ commitment }) => ({ commitment: bent(commitment) }))
    expect(verified.has(id, other)).toBe(false)
    expect(verified.has(id, [rings[1]!, rings[0]!])).toBe(false)
  })

  test('drops the oldest of more than 8192 transactions', () => {
    const verified = new VerifiedRings(crypto)
    for (let height = 0n; height <= 8192n; height++) verified.add(idOfHeight(height), [])
    const known = [0n, 1n, 8192n].map((height) => verified.has(idOfHeight(height), []))
    expect(known).toEqual([false, true, true])
  })
})
