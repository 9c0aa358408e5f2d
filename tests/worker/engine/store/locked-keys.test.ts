import { describe, expect, test } from 'vitest'
import { newPolyseed } from '#protocol/mnemonic/polyseed.ts'
import { WalletDamaged } from '../../../../worker/engine/store/errors.ts'
import {
  lockKeys,
  unlockKeys,
  wipeSpending,
  withoutSpending,
  type SpendingKeys,
} from '../../../../worker/engine/store/locked-keys.ts'
import { newSecrets } from '../../../support/chains/coin-mint.ts'
import { vaultPorts as ports } from '../../../support/storage/vault-ports.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'

const secrets = newSecrets(await testCrypto())
const { spendSecret } = secrets
/** Spending keys with every field. */
const newKeys = (): Required<SpendingKeys> => ({
  spendSecret: spendSecret.slice(),
  halfSeed: new Uint8Array(16).fill(1),
  polyseed: newPolyseed(new Uint8Array(19).fill(2), 1_700_000_000n, 'English'),
})
const locked = await lockKeys(ports, newKeys(), 'p')

describe('lockKeys', () => {
  test.each<[string, SpendingKeys]>([
    ['all', newKeys()],
    ['the spend key alone', { spendSecret }],
  ])('seals keys that the password unlocks: %s', async (_, keys) => {
    expect(await unlockKeys(ports, await lockKeys(ports, keys, 'p'), 'p')).toEqual(keys)
  })

  test('does not change the given keys, and contains none of them in plain text', async () => {
    const keys = newKeys()
    const sealed = Buffer.from(await lockKeys(ports, keys, 'p'))
    expect(keys).toEqual(newKeys())
    for (const secret of [keys.spendSecret, keys.halfSeed, keys.polyseed.secret])
      expect(sealed.includes(Buffer.from(secret.subarray(0, 8)))).toBe(false)
  })

  test('wipes the plain text, and the key that it wraps', async () => {
    const [drawn, plain]: Uint8Array[][] = [[], []]
    const random = (length: number) => {
      drawn!.push(ports.random(length))
      return drawn!.at(-1)!
    }
    const seal: typeof ports.crypto.seal = (...given) => {
      if (given[3].length !== 32) plain!.push(given[3])
      return ports.crypto.seal(...given)
    }
    await lockKeys({ ...ports, random, crypto: { ...ports.crypto, seal } }, newKeys(), 'p')
    expect(drawn![0]).toEqual(new Uint8Array(32))
    expect(plain!.map((bytes) => bytes.every((byte) => byte === 0))).toEqual([true])
  })

  test('error: a wrong password returns no keys', async () => {
    expect(await unlockKeys(ports, locked, 'q')).toBeUndefined()
  })

  test('error: a flipped bit after the header', async () => {
    for (let at = 133; at < locked.length; at += 7) {
      const altered = locked.map((byte, i) => byte ^ Number(i === at))
      await expect(unlockKeys(ports, altered, 'p'), `byte ${at}`).rejects.toThrow(
        new WalletDamaged('the keys of the wallet are damaged'),
      )
    }
  })

  test('error: cut short anywhere', async () => {
    for (const length of [0, 132, 133, 150, 157, locked.length - 1])
      await expect(unlockKeys(ports, locked.subarray(0, length), 'p')).rejects.toThrow(
        WalletDamaged,
      )
  })
})

test('withoutSpending leaves the keys that view, in a new object', () => {
  const { viewSecret, spendPublic, viewPublic } = secrets
  const all = { ...secrets, ...newKeys(), locked }
  expect(withoutSpending(all)).toEqual({ viewSecret, spendPublic, viewPublic, locked })
  expect(all.spendSecret).toEqual(spendSecret)
})

test('wipeSpending overwrites every secret that spends', () => {
  const keys = newKeys()
  wipeSpending(keys)
  expect([keys.spendSecret, keys.halfSeed, keys.polyseed.secret]).toEqual(
    [32, 16, 19].map((length) => new Uint8Array(length)),
  )
  expect(() => wipeSpending({})).not.toThrow()
})
