import { describe, expect, test } from 'vitest'
import { cnSlowHash } from '#protocol/cryptonight/cryptonight.ts'
import { systemClock } from '../../../../worker/adapters/platform.ts'
import { forgetSealKey, sealKey } from '../../../../worker/engine/base/seal-key.ts'

/** In place of CryptoNight's slow part, which takes too long for these tests. */
const quick = (state: Uint8Array) => state.map((byte) => byte ^ 0x5a)
const hashOf = (key: Uint8Array) => cnSlowHash(key, quick)

/** Ports that count how often a key is hashed. */
function countingPorts(kdfRounds = 1) {
  const count = { hashes: 0 }
  const cryptonight = (state: Uint8Array) => {
    count.hashes++
    return quick(state)
  }
  return { count, ports: { crypto: { cryptonight }, clock: systemClock, kdfRounds } }
}

const viewSecret = () => new Uint8Array(32).fill(5)

describe('sealKey', () => {
  test('is derived once for a view key, also for calls at the same time', async () => {
    const { ports, count } = countingPorts()
    const secret = viewSecret()
    const keys = [sealKey(ports, secret), sealKey(ports, secret)]
    const expected = hashOf(secret)
    expect(await Promise.all([...keys, sealKey(ports, secret)])).toEqual([
      expected,
      expected,
      expected,
    ])
    expect(count.hashes).toBe(1)
  })

  test('differs for another number of rounds', async () => {
    const { ports, count } = countingPorts()
    const secret = viewSecret()
    const once = await sealKey(ports, secret)
    const twice = await sealKey({ ...ports, kdfRounds: 2 }, secret)
    expect(twice).toEqual(hashOf(once))
    expect(count.hashes).toBe(3)
  })

  test('error: a failed derivation is tried again', async () => {
    const { ports } = countingPorts(2)
    const secret = viewSecret()
    const broken = {
      ...ports,
      clock: { ...systemClock, sleep: () => Promise.reject(new Error('no code')) },
    }
    await expect(sealKey(broken, secret)).rejects.toThrow('no code')
    expect(await sealKey(ports, secret)).toHaveLength(32)
  })
})

describe('forgetSealKey', () => {
  test('wipes the key, also during its derivation', async () => {
    const { ports, count } = countingPorts()
    const secret = viewSecret()
    const made = sealKey(ports, secret)
    forgetSealKey(secret)
    const key = await made
    await systemClock.sleep(0)
    expect(key).toEqual(new Uint8Array(32))
    expect(await sealKey(ports, secret)).not.toEqual(key)
    expect(count.hashes).toBe(2)
  })

  test('does nothing for a view key without a seal key', () => {
    expect(() => forgetSealKey(viewSecret())).not.toThrow()
  })
})
