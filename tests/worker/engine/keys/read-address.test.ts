import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { formatAddress, parseAddress } from '#protocol/address.ts'
import { readAddress } from '../../../../worker/engine/keys/read-address.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'

const crypto = await testCrypto()

type Recorded = {
  texts: Record<'standard' | 'subaddress' | 'integrated', string>
  validated: { address: string; any_net_type: boolean; result: { valid: boolean } }[]
}
const recorded = (network: string): Recorded =>
  JSON.parse(
    readFileSync(
      new URL(`../../../vectors/address/validate-${network}.json`, import.meta.url),
      'utf8',
    ),
  )

describe('readAddress', () => {
  test.each(['mainnet', 'testnet', 'stagenet'] as const)(
    'accepts on %s what monero-wallet-rpc accepts',
    (network) => {
      for (const { address, any_net_type, result } of recorded(network).validated)
        expect(
          readAddress(crypto, address, any_net_type ? undefined : network) !== undefined,
          address,
        ).toBe(result.valid)
    },
  )

  const { texts } = recorded('mainnet')
  test('returns the address, and undefined on another network', () => {
    for (const text of Object.values(texts)) {
      expect(readAddress(crypto, text)).toEqual(parseAddress(text))
      expect(readAddress(crypto, text, 'stagenet')).toBeUndefined()
    }
  })

  test.each(['spendKey', 'viewKey'] as const)('error: the %s is no point', (name) => {
    const address = parseAddress(texts.standard)!
    // y = 2 is on no point of the curve.
    const text = formatAddress({ ...address, [name]: Uint8Array.of(2, ...new Uint8Array(31)) })
    expect(parseAddress(text)).not.toBeUndefined()
    expect(readAddress(crypto, text)).toBeUndefined()
  })
})
