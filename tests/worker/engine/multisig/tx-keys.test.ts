import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { txKeysOf } from '../../../../worker/engine/multisig/tx-keys.ts'
import { layoutOf } from '../../../../worker/engine/tx/layout.ts'
import { payee } from '../../../support/spending/payment-terms.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'

const crypto = await testCrypto()
const [entropy, first, second] = [1, 2, 3].map((byte) => new Uint8Array(32).fill(byte)) as [
  Uint8Array,
  Uint8Array,
  Uint8Array,
]
const paying = (...payees: ReturnType<typeof payee>[]) => {
  const payments = payees.map((each) => ({ ...each, amount: 5n }))
  return layoutOf({ ringct: true, payments, change: { ...payee(9), amount: 1n } }, payee(8))
}
const standard = paying(payee(1))
const subaddresses = paying(
  { ...payee(1), isSubaddress: true },
  { ...payee(2), isSubaddress: true },
  payee(3),
)

describe('txKeysOf', () => {
  // monero src/multisig/multisig_tx_builder_ringct.cpp make_tx_secret_key_seed, make_tx_secret_keys
  test('follows from entropy and key images, one hash after the other', () => {
    const named = (domain: string) => crypto.keccak256(utf8ToBytes(domain))
    const key = crypto.keccak256(
      concatBytes(named('multisig_tx_privkeys_seed'), entropy, first, second),
    )
    const next = (last: Uint8Array) => crypto.hashToScalar(concatBytes(key, last))
    const chain = [next(named('multisig_tx_privkeys'))]
    while (chain.length < 5) chain.push(next(chain.at(-1)!))
    expect(txKeysOf(crypto, standard, entropy, [first, second])).toEqual({
      main: chain[0],
      additional: [],
    })
    // One for each of three payments and the change.
    expect(txKeysOf(crypto, subaddresses, entropy, [first, second])).toEqual({
      main: chain[0],
      additional: chain.slice(1),
    })
  })

  test('differs by entropy, by the inputs and by their order', () => {
    const main = (seed: Uint8Array, images: Uint8Array[]) =>
      txKeysOf(crypto, standard, seed, images).main.join()
    const mains = [
      main(entropy, [first, second]),
      main(entropy, [second, first]),
      main(entropy, [first]),
      main(second, [first, second]),
    ]
    expect(new Set(mains).size).toBe(4)
  })
})
