import { bytesToHex } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { parseExtra, paymentIdNonce, type ExtraField } from '#protocol/chain/extra.ts'
import { keysOfSeed } from '../../../../worker/engine/keys/account.ts'
import {
  findOutputs,
  receivedPaymentId,
  sentPaymentId,
  type OutputFinder,
} from '../../../../worker/engine/scan/identify-outputs.ts'
import { newSecrets } from '../../../support/chains/coin-mint.ts'
import { hitsIn } from '../../../support/chains/scan-slices.ts'
import { ScriptedChain, type ScriptedTx } from '../../../support/chains/scripted-chain.ts'
import { testSeed, testWallet } from '../../../support/wallets/test-wallet.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'

const crypto = await testCrypto()
const secrets = keysOfSeed(crypto, testSeed)
const chain = new ScriptedChain(crypto, secrets)
const index = (account: number, address: number) => ({ account, address })

/** Finds outputs for a wallet that watches 2 accounts and 5 addresses beyond the last used one. */
async function finder(changes: Partial<OutputFinder> = {}): Promise<OutputFinder> {
  const { addresses, store } = await testWallet()
  const ahead = addresses.ahead()
  return { crypto, secrets, addresses: ahead, keyImages: store.keyImages, ...changes }
}

const found = async ({ tx, blob }: ScriptedTx, changes: Partial<OutputFinder> = {}) =>
  findOutputs(await finder(changes), tx, false, hitsIn(crypto, secrets.viewSecret, blob))

describe('findOutputs', () => {
  const paid = chain.pay({
    payments: [
      { to: index(0, 0), amount: 5n },
      { amount: 6n },
      { to: index(1, 2), amount: 2n ** 64n - 1n },
      { to: index(0, 1), amount: 0n },
    ],
  })

  test('returns own outputs in order, with amount, mask and key image', async () => {
    const own = await found(paid)
    const { outputs, ringct } = paid.tx
    expect(own.map(({ index, subaddress, amount }) => [index, subaddress, amount])).toEqual([
      [0, index(0, 0), 5n],
      [2, index(1, 2), 2n ** 64n - 1n],
    ])
    for (const { index, key, amount, mask, keyImage } of own) {
      expect(key).toBe(bytesToHex(outputs[index]!.key))
      expect(crypto.commit(amount, mask)).toEqual(ringct!.outputCommitments[index])
      expect(keyImage).toBe(paid.keyImages[index])
    }
  })

  test('names the transaction key that derives each output', async () => {
    for (const { txPublicKey, index, key, subaddress } of await found(paid)) {
      const derivation = crypto.keyDerivation(txPublicKey, secrets.viewSecret)!
      const { viewSecret, spendPublic } = secrets
      const { account, address } = subaddress
      const spendKey = crypto.subaddressSpendKeys(viewSecret, spendPublic, account, address, 1)
      expect(bytesToHex(crypto.derivePublicKey(derivation, index, spendKey)!)).toBe(key)
    }
  })

  test('returns an output once, with the first key that derives it', async () => {
    const { tx, blob } = paid
    const hits = hitsIn(crypto, secrets.viewSecret, blob)
    const again = hits.map((hit) => ({ ...hit, txPublicKey: new Uint8Array(32) }))
    const own = await findOutputs(await finder(), tx, false, [...hits, ...again])
    expect(own).toEqual(await found(paid))
  })

  test('looks an output up after the lookahead of the outputs before it', async () => {
    const to = (address: number) => ({ to: index(0, address), amount: BigInt(address) })
    const rising = await found(chain.pay({ payments: [to(4), to(8)] }))
    expect(rising.map(({ amount }) => amount)).toEqual([4n, 8n])
    const falling = await found(chain.pay({ payments: [to(8), to(4)] }))
    expect(falling.map(({ amount }) => amount)).toEqual([4n])
  })

  test('without the spend key uses imported key images', async () => {
    const { spendSecret: _, ...viewOnly } = secrets
    const { store } = await testWallet()
    const key = bytesToHex(paid.tx.outputs[2]!.key)
    const keyImage = 'ab'.repeat(32)
    await store.commit((change) =>
      change.put(store.keyImages, key, { keyImage, proven: true, requested: false }),
    )
    const own = await found(paid, { secrets: viewOnly, keyImages: store.keyImages })
    expect(own.map((output) => output.keyImage)).toEqual([undefined, keyImage])
  })

  test('error: a spend key of another wallet', async () => {
    const other = { ...secrets, spendSecret: newSecrets(crypto).spendSecret }
    await expect(found(paid, { secrets: other })).rejects.toThrow(
      'key image: the one-time secret is not that of the output',
    )
  })
})

describe('the payment id of a transaction', () => {
  const none = '0000000000000000'
  const short = Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8)
  const long = new Uint8Array(32).fill(9)
  /** As a sender writes it. */
  const extraWith = (paymentId?: Uint8Array) => {
    const payments = [{ to: index(0, 0), amount: 1n }]
    const { tx } = chain.pay(paymentId ? { payments, paymentId } : { payments })
    return parseExtra(tx.extra).fields
  }
  const received = (extra: readonly ExtraField[], version = 16) =>
    receivedPaymentId(crypto, secrets.viewSecret, extra, version)

  test('of 8 bytes is decrypted only by its receiver', () => {
    const extra = extraWith(short)
    expect(received(extra)).toBe('0102030405060708')
    expect(receivedPaymentId(crypto, crypto.randomScalar(), extra, 16)).not.toBe('0102030405060708')
    expect(sentPaymentId(extra)).toBe(none)
  })

  test('is zero without one, and if the encrypted one is zero', () => {
    expect(received(extraWith())).toBe(none)
    expect(received(extraWith(new Uint8Array(8)))).toBe(none)
    expect(sentPaymentId(extraWith())).toBe(none)
  })

  // IGNORE_LONG_PAYMENT_ID_FROM_BLOCK_VERSION 12; transactions of the pool have version 0.
  test('of 32 bytes is ignored from version 12 on', () => {
    const extra = extraWith(long)
    expect([0, 11].map((version) => received(extra, version))).toEqual([
      bytesToHex(long),
      bytesToHex(long),
    ])
    expect([12, 16].map((version) => received(extra, version))).toEqual([none, none])
    expect(sentPaymentId(extra)).toBe(bytesToHex(long))
  })

  test('of 32 bytes whose last 24 are zero is shown as one of 8', () => {
    const padded = (last: number) => Uint8Array.of(...short, ...new Uint8Array(23), last)
    expect(received(extraWith(padded(0)), 11)).toBe('0102030405060708')
    expect(received(extraWith(padded(1)), 11)).toBe(bytesToHex(padded(1)))
    expect(sentPaymentId(extraWith(padded(0)))).toBe('0102030405060708')
  })

  test('stays encrypted when the last transaction key is no point', () => {
    const bad: ExtraField = { kind: 'publicKey', key: new Uint8Array(32).fill(0xff) }
    const nonce = paymentIdNonce({ kind: 'encrypted', id: short })
    const good: ExtraField = { kind: 'publicKey', key: secrets.viewPublic }
    expect(received([good, bad, nonce])).toBe('0102030405060708')
    expect(received([bad, good, nonce])).not.toBe('0102030405060708')
  })
})
