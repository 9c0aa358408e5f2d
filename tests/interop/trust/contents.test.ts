/**
 * Transactions with other content than their ids have: a proxy puts them into the pruned blocks of a real monerod, which
 * sends no hashes of pruned data.
 */
import { hexToBytes } from '@noble/hashes/utils.js'
import { describe, expect } from 'vitest'
import { parseBlock, writeBlock } from '#protocol/chain/block.ts'
import { maxSupply } from '#protocol/rules/supply.ts'
import { keysOfSeed } from '../../../worker/engine/keys/account.ts'
import { ScriptedChain, type Payout, type ScriptedTx } from '../../support/chains/scripted-chain.ts'
import { minerAddress, type Result } from '../../support/programs/monerod.ts'
import { beforeAll, test } from '../../support/programs/test.ts'
import {
  shownBy,
  startDeceivedWallet,
  type DeceivedWallet,
} from '../../support/trust/deceived-wallet.ts'
import { asPruned, asPool } from '../../support/trust/false-contents.ts'
import { ofBin } from '../../support/trust/lie.ts'
import { shownText } from '../../support/trust/shown-text.ts'
import { startPaidWallet, type PaidWallet } from '../../support/wallet-comparison/paid-wallet.ts'
import { testSeed } from '../../support/wallets/test-wallet.ts'
import { testCrypto } from '../../support/wasm/crypto.ts'

const xmr = 1_000_000_000_000n
const ours = { account: 0, address: 0 }
const crypto = await testCrypto()
/** Makes transactions with the content that the daemon wants. */
const forger = new ScriptedChain(crypto, keysOfSeed(crypto, testSeed))
const toUs = (amount: bigint, r?: Uint8Array): Payout['payments'] => [
  { to: ours, amount, r },
  { amount: 1n },
]

let scene: PaidWallet
/** Of the wallet. */
let address: string

beforeAll(async () => {
  scene = await startPaidWallet()
  address = scene.ours.wallet.primaryAddress
  await scene.node.mine(110)
})

/** A payment of 1 XMR in the newest block. @returns `r`: the secret key of the transaction, which its sender knows. */
async function pay(recipient: string, more: object = {}) {
  await scene.payer.call('refresh')
  const made = await scene.payer.call('transfer', {
    destinations: [{ address: recipient, amount: xmr }],
    get_tx_key: true,
    ...more,
  })
  const height = BigInt(await scene.node.mine(1)) - 1n
  return { txid: made.tx_hash as string, r: hexToBytes(made.tx_key), height }
}

async function received({ call }: DeceivedWallet, txid: string): Promise<Result> {
  const { in: list = [] } = await call('get_transfers', { in: true })
  return (list as Result[]).find((transfer) => transfer.txid === txid)
}

/** Expects that the wallet shows what an honest one shows, and ends it. */
async function expectHonest(deceived: DeceivedWallet) {
  await scene.ours.call('refresh')
  expect(await shownBy(deceived)).toEqual(await shownBy(scene.ours))
  await deceived.service.close()
}

/** What a lie needs: a mined transaction, and the content that the daemon shows. */
type Forgery = { txid: string; height: bigint; shown: ScriptedTx }

const larger = 'a payment with a larger amount, another payment id, or without its time lock'

const forgeries: [claim: string, what: string, make: () => Promise<Forgery>][] = [
  [
    'the transaction of a stranger with the content of a payment to the wallet',
    'a payment of 100 XMR',
    async () => ({
      ...(await pay(minerAddress)),
      shown: forger.pay({ payments: toUs(100n * xmr) }),
    }),
  ],
  [
    larger,
    '100 XMR in place of one',
    async () => {
      const paid = await pay(address)
      return { ...paid, shown: forger.pay({ payments: toUs(100n * xmr, paid.r) }) }
    },
  ],
  [
    larger,
    'another payment id',
    async () => {
      const { integrated_address } = await scene.payer.call('make_integrated_address', {
        standard_address: address,
        payment_id: '1122334455667788',
      })
      const paid = await pay(integrated_address)
      const paymentId = new Uint8Array(8).fill(7)
      return { ...paid, shown: forger.pay({ payments: toUs(xmr, paid.r), paymentId }) }
    },
  ],
  [
    larger,
    'no time lock',
    async () => {
      const paid = await pay(address, { unlock_time: 10_000n })
      return { ...paid, shown: forger.pay({ payments: toUs(xmr, paid.r) }) }
    },
  ],
  [
    'a payment that is hidden',
    'a payment to a stranger',
    async () => ({
      ...(await pay(address)),
      shown: forger.pay({ payments: [{ amount: 1n }, { amount: 2n }] }),
    }),
  ],
  [
    'a spend that the transaction does not contain',
    'a spend of a received payment',
    async () => {
      const coin = await pay(address)
      await scene.ours.call('refresh')
      const outputs = [...scene.ours.wallet.store.outputs.values()]
      const { keyImage } = outputs.find(({ txid }) => txid === coin.txid)!
      const payments = [{ amount: 1n }, { amount: 2n }]
      return {
        ...(await pay(minerAddress)),
        shown: forger.pay({ payments, spends: [keyImage!] }),
      }
    },
  ],
]

describe('a pruned transaction with other content', () => {
  test.each(forgeries)('error: %s: %s', async (claim, _, make) => {
    const { txid, height, shown } = await make()
    const deceived = await startDeceivedWallet(scene.node)
    await deceived.during(asPruned(txid, shown), async () => {
      await expect(deceived.call('refresh')).rejects.toThrow(shownText(claim))
      expect(deceived.wallet.chain.height).toBe(height)
      // The proxy still lies. The block is requested whole.
      await deceived.call('refresh')
    })
    await expectHonest(deceived)
  })

  test('error: a false payment in an old block', async () => {
    const { txid, height } = await pay(minerAddress)
    await scene.node.mine(61)
    const deceived = await startDeceivedWallet(scene.node)
    const shown = forger.pay({ payments: toUs(100n * xmr) })
    await deceived.during(asPruned(txid, shown), () => deceived.call('refresh'))
    expect(await received(deceived, txid)).toMatchObject({ amount: 100n * xmr, unverified: true })
    await expect(deceived.wallet.sync.verifyBlocks(height, height + 1n)).rejects.toThrow(
      shownText('a false payment in an old block'),
    )
    expect(await received(deceived, txid)).toBeUndefined()
    await deceived.call('refresh')
    await expectHonest(deceived)
  })

  test('error: a false transaction by an earlier daemon', async () => {
    const { txid } = await pay(minerAddress)
    const deceived = await startDeceivedWallet(scene.node, { wholeBlocks: false })
    const shown = forger.pay({ payments: toUs(100n * xmr) })
    await deceived.during(asPruned(txid, shown), () => deceived.call('refresh'))
    expect(await received(deceived, txid)).toMatchObject({ unverified: true })
    deceived.service.wholeBlocks = true
    deceived.wallet.setDaemon({ address: scene.node.address, trusted: false })
    await expect(deceived.call('refresh')).rejects.toThrow(
      shownText('a false transaction by an earlier daemon'),
    )
    await deceived.call('refresh')
    await expectHonest(deceived)
  })

  const impossible: [claim: string, payments: (most: bigint) => Payout['payments']][] = [
    ['received amounts above the supply', (most) => toUs(most + 1n)],
    [
      'several outputs of one transaction that are together above the supply',
      (most) => [most, 1n].map((amount) => ({ to: ours, amount })),
    ],
  ]

  test.each(impossible)('error: %s', async (claim, payments) => {
    const { txid, height } = await pay(minerAddress)
    const deceived = await startDeceivedWallet(scene.node)
    const shown = forger.pay({ payments: payments(maxSupply(height + 1n)) })
    await deceived.during(asPruned(txid, shown), () =>
      expect(deceived.call('refresh')).rejects.toThrow(shownText(claim)),
    )
    expect(await received(deceived, txid)).toBeUndefined()
    const { length } = deceived.proxy.asked
    await expect(deceived.call('refresh')).rejects.toThrow(shownText(claim))
    expect(deceived.proxy.asked).toHaveLength(length)
    deceived.wallet.setDaemon({ address: scene.node.address, trusted: false })
    await deceived.call('refresh')
    await expectHonest(deceived)
  })
})

describe('a transaction beyond the limits of consensus', () => {
  /** Of more than 149 400 bytes. */
  const heavy = () => {
    const spends = Array.from({ length: 3000 }, (_, at) => at.toString(16).padStart(64, '0'))
    return forger.pay({ payments: [{ amount: 1n }, { amount: 1n }], spends })
  }
  const many = () =>
    forger.pay({ payments: new Array<{ amount: bigint }>(17).fill({ amount: 1n }) })

  test.each<[claim: string, make: () => ScriptedTx]>([
    ['a transaction that is heavier than consensus allows', heavy],
    ['a transaction with more outputs than a range proof covers', many],
  ])('error: %s', async (claim, make) => {
    const { txid } = await pay(address)
    const deceived = await startDeceivedWallet(scene.node)
    await deceived.during(asPruned(txid, make()), () =>
      expect(deceived.call('refresh')).rejects.toThrow(shownText(claim)),
    )
    await deceived.call('refresh')
    await expectHonest(deceived)
  })

  test('error: a pool transaction that is heavier than consensus allows', async () => {
    await scene.payer.call('refresh')
    await scene.payer.call('transfer', { destinations: [{ address, amount: xmr }] })
    const deceived = await startDeceivedWallet(scene.node)
    await deceived.during(asPool(heavy()), () =>
      expect(deceived.call('refresh')).rejects.toThrow(
        shownText('a pool transaction that is heavier than consensus allows'),
      ),
    )
    await deceived.call('refresh')
    await expectHonest(deceived)
    await scene.node.mine(1)
  })
})

describe('a whole block', () => {
  test('error: a pruned transaction in a whole block', async () => {
    const { txid } = await pay(address)
    const deceived = await startDeceivedWallet(scene.node)
    const pruned = ofBin('get_blocks_by_height', ({ blocks }) => ({
      blocks: (blocks as Result[]).map((entry) => ({
        ...entry,
        txs: (entry.txs as Result[]).map((tx) => ({ ...tx, prunable_hash: new Uint8Array(32) })),
      })),
    }))
    await deceived.during(pruned, () =>
      expect(deceived.call('refresh')).rejects.toThrow(
        shownText('a pruned transaction in a whole block'),
      ),
    )
    expect(await received(deceived, txid)).toMatchObject({ unverified: true })
    await deceived.call('refresh')
    expect((await received(deceived, txid)).unverified).toBeUndefined()
    await expectHonest(deceived)
  })

  test('error: another block when one payment is verified', async () => {
    const { txid, height } = await pay(address)
    const deceived = await startDeceivedWallet(scene.node, { wholeBlocks: false })
    await deceived.call('refresh')
    const verify = () => deceived.wallet.sync.verifyBlocks(height, height + 1n)
    const otherBlock = ofBin('get_blocks_by_height', ({ blocks }) => ({
      blocks: (blocks as Result[]).map((entry) => {
        const block = parseBlock(entry.block as Uint8Array)
        return { ...entry, block: writeBlock({ ...block, nonce: block.nonce ^ 1 }) }
      }),
    }))
    await deceived.during(otherBlock, () =>
      expect(verify()).rejects.toThrow(shownText('another block when one payment is verified')),
    )
    expect(await received(deceived, txid)).toMatchObject({ unverified: true })
    await verify()
    expect((await received(deceived, txid)).unverified).toBeUndefined()
    await expectHonest(deceived)
  })
})
