import { describe, expect, test } from 'vitest'
import { parseExtra } from '#protocol/chain/extra.ts'
import { minerTxError } from '../../../../proxy/node/blockchain/miner-tx.ts'
import { minerKeys, minerTransaction } from '../../../../proxy/node/template/miner-tx.ts'
import { newSecrets } from '../../../support/chains/coin-mint.ts'
import { rewardCoin } from '../../../support/chains/coinbase-coins.ts'
import { noPoint } from '../../../support/invalid/rule-violation.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'

const crypto = await testCrypto()
const secrets = newSecrets(crypto)
const address = {
  kind: 'standard',
  network: 'mainnet',
  spendKey: secrets.spendPublic,
  viewKey: secrets.viewPublic,
} as const
const keysOf = () => minerKeys(crypto, address)!

describe('minerKeys', () => {
  test('yield an output that only the owner of the address can spend', () => {
    const tx = minerTransaction(keysOf(), 5n, 77n, new Uint8Array(), 0)
    const coin = rewardCoin(crypto, secrets, tx, 0n)!
    expect(coin.amount).toBe(77n)
    expect(crypto.multiplyBase(coin.secret)).toEqual(tx.outputs[0]!.key)
    expect(rewardCoin(crypto, newSecrets(crypto), tx, 0n)).toBeUndefined()
  })

  test('have the view tag that the owner computes', () => {
    const { publicKey, viewTag } = keysOf()
    const derivation = crypto.keyDerivation(publicKey, secrets.viewSecret)!
    expect(viewTag).toBe(crypto.deriveViewTag(derivation, 0))
  })

  test('are new in every transaction', () => {
    const [first, second] = [keysOf(), keysOf()]
    expect(first.publicKey).not.toEqual(second.publicKey)
    expect(first.outputKey).not.toEqual(second.outputKey)
  })

  test('error: an address whose keys are not points', () => {
    expect(minerKeys(crypto, { ...address, viewKey: noPoint })).toBeUndefined()
    expect(minerKeys(crypto, { ...address, spendKey: noPoint })).toBeUndefined()
  })
})

describe('minerTransaction', () => {
  const nonce = Uint8Array.of(1, 2, 3)

  test('follows the rules of miner transactions at its height', () => {
    const tx = minerTransaction(keysOf(), 300n, 10n ** 12n, nonce, 4)
    expect(minerTxError(tx, 300n)).toBeUndefined()
    expect(tx).toMatchObject({ version: 2, unlockTime: 360n, outputs: [{ amount: 10n ** 12n }] })
  })

  test('has the public key, the nonce and the padding in extra', () => {
    const keys = keysOf()
    const fieldsOf = (extraNonce: Uint8Array, padding: number) =>
      parseExtra(minerTransaction(keys, 5n, 7n, extraNonce, padding).extra).fields
    const key = { kind: 'publicKey', key: keys.publicKey }
    expect(fieldsOf(new Uint8Array(), 0)).toEqual([key])
    expect(fieldsOf(nonce, 2)).toEqual([
      key,
      { kind: 'nonce', nonce },
      { kind: 'padding', size: 2 },
    ])
  })

  test('is longer by one byte for each byte of padding', () => {
    const keys = keysOf()
    const lengthWith = (padding: number) =>
      minerTransaction(keys, 5n, 7n, nonce, padding).blob.length
    expect([1, 2, 9].map((padding) => lengthWith(padding) - lengthWith(0))).toEqual([1, 2, 9])
  })
})
