import { describe, expect, test } from 'vitest'
import { magics } from '../../../../protocol/interchange/magics.ts'
import { wipeSecrets } from '../../../../worker/engine/store/wipe-secrets.ts'
import { seal, unseal } from '../../../../worker/engine/exchange/sealed-set.ts'
import { systemClock, systemRandom } from '../../../../worker/adapters/platform.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'
import { newSecrets } from '../../../support/chains/coin-mint.ts'

const crypto = await testCrypto()
const secrets = newSecrets(crypto)
const content = Uint8Array.from({ length: 100 }, (_, at) => at)
const ports = { crypto, random: systemRandom, clock: systemClock, kdfRounds: 1 }
const sealed = await seal(ports, secrets, magics.outputs, content)

describe('unseal', () => {
  test('gives what was sealed', async () => {
    expect(await unseal(ports, secrets, magics.outputs, sealed)).toEqual(content)
  })

  test('seals anew each time', async () => {
    const again = await seal(ports, secrets, magics.outputs, content)
    expect(again).not.toEqual(sealed)
    expect(again).toHaveLength(sealed.length)
  })

  test('takes as many rounds as the reference was told', async () => {
    const twice = { ...ports, kdfRounds: 2 }
    const harder = await seal(twice, secrets, magics.outputs, content)
    expect(await unseal(twice, secrets, magics.outputs, harder)).toEqual(content)
    expect(await unseal(ports, secrets, magics.outputs, harder)).not.toEqual(content)
  })

  test('is stretched once for a view key, until that is wiped', async () => {
    let stretched = 0
    const cryptonight: typeof crypto.cryptonight = (...given) => {
      stretched++
      return crypto.cryptonight!(...given)
    }
    const counting = { ...ports, crypto: { ...crypto, cryptonight } }
    const own = newSecrets(crypto)
    const viewSecret = own.viewSecret.slice()
    for (let i = 0; i < 2; i++) {
      const made = await seal(counting, own, magics.outputs, content)
      expect(await unseal(counting, own, magics.outputs, made)).toEqual(content)
    }
    expect(stretched).toBe(1)
    wipeSecrets(own)
    own.viewSecret.set(viewSecret)
    await seal(counting, own, magics.outputs, content)
    expect(stretched).toBe(2)
  })

  test('is the same for those who ask at once', async () => {
    const own = newSecrets(crypto)
    const all = await Promise.all([1, 2, 3].map(() => seal(ports, own, magics.outputs, content)))
    for (const each of all)
      expect(
        await unseal(ports, { ...own, viewSecret: own.viewSecret.slice() }, magics.outputs, each),
      ).toEqual(content)
  })

  test('error: seals nothing with keys that are wiped meanwhile', async () => {
    const own = { ...secrets, viewSecret: secrets.viewSecret.slice() }
    const sealing = seal(ports, own, magics.outputs, content)
    own.viewSecret.fill(0)
    await expect(sealing).rejects.toThrow('the wallet is closed')
  })

  test('error: other keys, or other words before it', async () => {
    expect(await unseal(ports, newSecrets(crypto), magics.outputs, sealed)).toBe('signature')
    expect(await unseal(ports, secrets, magics.signed, sealed)).toBe('magic')
  })

  test('error: any byte that changes, and any end that is missing', async () => {
    for (let at = 0; at < sealed.length; at++) {
      const altered = sealed.slice()
      altered[at]! ^= 1
      expect(await unseal(ports, secrets, magics.outputs, altered)).toBe(
        at < 21 ? 'magic' : 'signature',
      )
      const cut = await unseal(ports, secrets, magics.outputs, sealed.subarray(0, at))
      expect(cut).toBeTypeOf('string')
    }
  })
})
