import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { systemClock } from '../../../../worker/adapters/platform.ts'
import { TimeSlice } from '../../../../worker/engine/base/time-slice.ts'
import { aggregate } from '../../../../worker/engine/multisig/aggregate.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'

const crypto = await testCrypto()
const scalars = (count: number) => Array.from({ length: count }, () => crypto.randomScalar())
const publicOf = (secret: Uint8Array) => crypto.multiplyBase(secret)
const combine = (others: readonly Uint8Array[], shares: readonly Uint8Array[]) =>
  aggregate(crypto, new TimeSlice(systemClock), others, shares)

describe('aggregate', () => {
  test('gives members with different shares one public key, the sum of all weighted shares', async () => {
    const [a, b, c] = [scalars(1), scalars(2), scalars(3)]
    const publics = [a, b, c].map((shares) => shares.map(publicOf))
    const made = await Promise.all([
      combine([...publics[1]!, ...publics[2]!], a),
      combine([...publics[2]!, ...publics[0]!], b),
      combine([...publics[0]!, ...publics[1]!], c.toReversed()),
    ])
    const sum = made.flatMap(({ shares }) => shares).reduce((x, y) => crypto.scalarAdd(x, y))
    for (const { spendPublic } of made) expect(spendPublic).toEqual(publicOf(sum))
  })

  // monero src/multisig/multisig_account_kex_impl.cpp calculate_multisig_keypair_from_derivation,
  // generate_multisig_aggregate_key: H_n(key, all keys rising, "Multisig_key_agg" in 32 bytes).
  test('weighs each share by the hash of its key and of all keys', async () => {
    const [share] = scalars(1)
    const other = publicOf(crypto.randomScalar())
    const own = publicOf(share!)
    const keys = [own, other].sort((x, y) => Buffer.compare(x, y))
    const salt = concatBytes(utf8ToBytes('Multisig_key_agg'), new Uint8Array(16))
    const weight = crypto.hashToScalar(concatBytes(own, ...keys, salt))
    const { shares } = await combine([other], [share!])
    expect(shares).toEqual([crypto.scalarMultiply(weight, share!)])
  })

  test('does not change the given shares', async () => {
    const [share] = scalars(1)
    const before = share!.slice()
    await combine([publicOf(crypto.randomScalar())], [share!])
    expect(share).toEqual(before)
  })

  test('error: a key of two members', async () => {
    const [share] = scalars(1)
    const other = publicOf(crypto.randomScalar())
    for (const others of [
      [other, other],
      [other, publicOf(share!)],
    ])
      await expect(combine(others, [share!])).rejects.toMatchObject({
        reason: 'UNKNOWN_ERROR',
        message: 'Unexpected duplicate found in input list.',
      })
  })
})
