import { hexToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { parseTransaction, type ParsedTransaction } from '#protocol/chain/transaction.ts'
import { keysOfSeed } from '../../../../worker/engine/keys/account.ts'
import {
  feeOf,
  resolveTransaction,
  ringsOf,
} from '../../../../worker/engine/scan/incoming-transaction.ts'
import { hitsIn } from '../../../support/chains/scan-slices.ts'
import { ScriptedChain, type Payout } from '../../../support/chains/scripted-chain.ts'
import { testSeed, testWallet } from '../../../support/wallets/test-wallet.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'
import { regtest, transactions } from '../../../vectors/chain/vectors.ts'

const crypto = await testCrypto()
const secrets = keysOfSeed(crypto, testSeed)
const chain = new ScriptedChain(crypto, secrets)

async function resolved(payout: Payout) {
  const { addresses, store } = await testWallet()
  const { txid, tx, blob } = chain.pay(payout)
  const parts = { crypto, secrets, addresses: addresses.ahead(), keyImages: store.keyImages }
  const block = { globalIndices: [7n, 8n], height: 5n, timestamp: 6n, version: 16 }
  const hits = hitsIn(crypto, secrets.viewSecret, blob)
  return resolveTransaction(parts, { txid, tx, coinbase: false, proved: true, ...block }, hits)
}

describe('resolveTransaction', () => {
  const paymentId = Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8)
  const spends = ['ab'.repeat(32), 'cd'.repeat(32)]

  test('adds own outputs, key images and the payment id', async () => {
    const to = { account: 0, address: 0 }
    const tx = await resolved({ payments: [{ to, amount: 5n }, { amount: 1n }], spends, paymentId })
    expect(tx).toMatchObject({
      found: [{ index: 0, amount: 5n, subaddress: to }],
      keyImages: spends,
      paymentId: '0102030405060708',
      globalIndices: [7n, 8n],
      height: 5n,
    })
    expect(tx.extra.map(({ kind }) => kind)).toEqual(['publicKey', 'additionalKeys', 'nonce'])
  })

  test('has no payment id where nothing is received', async () => {
    expect(await resolved({ payments: [{ amount: 5n }], spends, paymentId })).toMatchObject({
      found: [],
      keyImages: spends,
      paymentId: '0000000000000000',
    })
  })
})

describe('ringsOf', () => {
  test('returns the sums of the offsets that monerod lists', () => {
    for (const [name, { hex, json }] of transactions) {
      const { vin } = json as { vin: { key?: { key_offsets: number[] } }[] }
      const expected = vin.flatMap(({ key }) => {
        let sum = 0n
        return key ? [key.key_offsets.map((offset) => (sum += BigInt(offset)))] : []
      })
      expect(ringsOf(parseTransaction(hexToBytes(hex), { pruned: true })), name).toEqual(expected)
    }
  })
})

describe('feeOf', () => {
  const paid = regtest.transactions.filter(({ fee }) => fee !== undefined)
  test.each(paid.map(({ name, hex, fee }) => [name, hex, fee] as const))(
    'is what the wallet paid: %s',
    (_, hex, fee) => {
      const tx = parseTransaction(hexToBytes(hex))
      expect(feeOf({ tx, coinbase: false })).toBe(BigInt(fee!))
    },
  )

  const versionOne = (inputs: bigint[], outputs: bigint[]) => ({
    version: 1,
    inputs: inputs.map((amount) => ({ kind: 'key', amount })),
    outputs: outputs.map((amount) => ({ amount })),
  })

  test('is the difference of inputs and outputs in version 1', () => {
    const tx = versionOne([2n ** 63n, 10n], [2n ** 63n, 7n]) as ParsedTransaction
    expect(feeOf({ tx, coinbase: false })).toBe(3n)
  })

  test('is zero in a miner transaction, which has no inputs to compare', () => {
    const tx = versionOne([], [5n]) as ParsedTransaction
    expect(feeOf({ tx, coinbase: true })).toBe(0n)
    const { miner } = chain.mine().blocks.at(-1)!
    expect(feeOf({ tx: miner, coinbase: true })).toBe(0n)
  })
})
