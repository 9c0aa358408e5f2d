import { beforeAll, describe, expect, test } from 'vitest'
import { receivedByTxKeys, txKeyDerivations } from '../../../../worker/engine/proofs/tx-keys.ts'
import { provenPayments } from '../../../support/wallets/proven-payments.ts'

let scene: Awaited<ReturnType<typeof provenPayments>>
beforeAll(async () => void (scene = await provenPayments()))

describe('receivedByTxKeys', () => {
  test('needs one additional key for each output, or none', () => {
    const { crypto } = scene.wallet.ports
    const { tx } = scene.paid
    const { main, additional } = scene.derivations()
    const received = (...keys: Uint8Array[]) =>
      receivedByTxKeys(
        crypto,
        tx,
        { spendKey: scene.wallet.addresses.spendKey({ account: 0, address: 2 }) },
        keys,
      )
    expect(received(main, ...additional)).toBe(7n)
    for (const some of [additional.slice(1), [...additional, main]])
      expect(() => received(main, ...some)).toThrow('The size of additional derivations is wrong')
    expect(received(additional[0]!)).toBe(7n)
  })
})

describe('txKeyDerivations', () => {
  test('is the secret that the recipient derives; any 32 bytes are a number', () => {
    const { crypto } = scene.wallet.ports
    const { viewSecret, viewPublic: viewKey } = scene.wallet.secrets
    const large = new Uint8Array(32).fill(0xff)
    for (const key of [crypto.randomScalar(), large]) {
      const before = key.slice()
      const [derivation] = txKeyDerivations(crypto, [key], { viewKey })
      const publicKey = crypto.multiplyBase(crypto.scalarReduce(key))
      expect(derivation).toEqual(crypto.keyDerivation(publicKey, viewSecret))
      expect(key).toEqual(before)
    }
  })

  test('error: a view key that is no point', () => {
    const { crypto } = scene.wallet.ports
    const viewKey = Uint8Array.of(2, ...new Uint8Array(31))
    expect(() => txKeyDerivations(crypto, [crypto.randomScalar()], { viewKey })).toThrow(
      'Failed to generate key derivation from supplied parameters',
    )
  })
})
