import { describe, expect, test } from 'vitest'
import { magics } from '#protocol/interchange/magics.ts'
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
  test('returns the sealed content', async () => {
    expect(await unseal(ports, secrets, magics.outputs, sealed)).toEqual(content)
  })

  test('a second message of the same content has another nonce', async () => {
    const again = await seal(ports, secrets, magics.outputs, content)
    expect(again).not.toEqual(sealed)
    expect(again).toHaveLength(sealed.length)
  })

  test('uses the number of rounds of the service', async () => {
    const twice = { ...ports, kdfRounds: 2 }
    const harder = await seal(twice, secrets, magics.outputs, content)
    expect(await unseal(twice, secrets, magics.outputs, harder)).toEqual(content)
    expect(await unseal(ports, secrets, magics.outputs, harder)).not.toEqual(content)
  })

  test('error: the keys are wiped while a message is sealed', async () => {
    const own = { ...secrets, viewSecret: secrets.viewSecret.slice() }
    const sealing = seal(ports, own, magics.outputs, content)
    own.viewSecret.fill(0)
    await expect(sealing).rejects.toThrow('the wallet is closed')
  })

  test('error: keys of another wallet, or a message of another kind', async () => {
    expect(await unseal(ports, newSecrets(crypto), magics.outputs, sealed)).toBe('signature')
    expect(await unseal(ports, secrets, magics.signed, sealed)).toBe('magic')
  })

  test('error: any byte is changed, or the message is cut short anywhere', async () => {
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
