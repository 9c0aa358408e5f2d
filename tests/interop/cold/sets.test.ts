/**
 * Payments of a wallet that can only view, signed by one that is kept offline: each half of the pair
 * ours or monero-wallet-rpc's.
 */
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { describe, expect } from 'vitest'
import { beforeAll, test } from '../../support/programs/test.ts'
import type { Construction } from '../../../protocol/interchange/construction.ts'
import { openUnsignedSet, sealUnsignedSet } from '../../../worker/engine/cold/unsigned-set.ts'
import { ownRecipient } from '../../../worker/engine/tx/recipient.ts'
import {
  setColdScene,
  type ColdScene,
  type Half,
} from '../../support/wallet-comparison/cold-scene.ts'
import { count } from '../../support/random/case-counts.ts'
import type { Result } from '../../support/programs/monerod.ts'
import { pays, xmr } from '../../support/wallet-comparison/payment-scene.ts'
import {
  expectSame,
  ourAnswer,
  theirAnswer,
} from '../../support/wallet-comparison/compare-answers.ts'

let made: ColdScene
let scene: ColdScene['scene']
let hot: ColdScene['hot']
let cold: ColdScene['cold']

beforeAll(async () => {
  made = await setColdScene(12)
  ;({ scene, hot, cold } = made)
}, 600_000)

const payments = () => [
  pays([[scene.to.integrated, 2n * xmr]]),
  pays([
    [scene.to.standard, xmr],
    [scene.to.subs[1]!, xmr],
    [scene.to.far, xmr],
  ]),
  pays([[scene.to.standard, xmr]]),
  pays([[scene.to.subs[0]!, 3n * xmr]]),
]

/** What a wallet answers that only sent the transaction. */
const withheld = { tx_key: `01${'0'.repeat(62)}` }

describe.each([
  ['made by ours, signed by the reference', () => [hot.ours, cold.theirs], count(2, 4)],
  ['made by the reference, signed by ours', () => [hot.theirs, cold.ours], count(2, 4)],
  ['made and signed by ours', () => [hot.ours, cold.ours], count(1, 4)],
] as [string, () => [Half, Half], number][])('%s', (_, halves, kinds) => {
  test('payments to addresses of every kind arrive', async () => {
    const [view, sign] = halves()
    for (const destinations of payments().slice(0, kinds)) {
      const { tx_hash_list, tx_key_list } = await made.pay(view, sign, 'transfer', { destinations })
      const [txid] = tx_hash_list
      expect(await sign.call('get_tx_key', { txid })).toEqual({ tx_key: tx_key_list[0] })
      expect(await view.call('get_tx_key', { txid })).toEqual(withheld)
      for (const { address, amount } of destinations)
        expect(await scene.proven(txid, tx_key_list[0], address)).toBe(amount)
      await scene.settle()
      await view.call('refresh')
      expect(await view.call('get_tx_key', { txid })).toEqual(withheld)
      const { balance } = await scene.ours.call('get_balance')
      expect((await view.call('get_balance')).balance).toBe(balance)
    }
  })

  test('an output whose key image came with the set is swept', async () => {
    const [view, sign] = halves()
    const { transfers } = await view.call('incoming_transfers', { transfer_type: 'available' })
    // The reference tells none of change beside a single payment to a subaddress: it looks for its own
    // outputs by a public key that such a transaction does not have. monero src/wallet/wallet2.cpp sign_tx
    const isKnown = ({ unlocked, key_image }: Result) => unlocked && key_image !== ''
    const change = (transfers as Result[]).findLast(isKnown)
    const params = { address: scene.to.standard, key_image: change!.key_image }
    await made.pay(view, sign, 'sweep_single', params)
    await scene.settle()
    await made.learn()
  })
})

describe('describe_transfer', () => {
  test('returns the same as the reference', async () => {
    const { integrated, standard, subs } = scene.to
    for (const [view, destinations] of [
      [hot.ours, pays([[integrated, xmr]])],
      [hot.theirs, pays([[integrated, xmr]])],
      [
        hot.ours,
        pays([
          [standard, xmr],
          [subs[0]!, 2n * xmr],
          [standard, 1n],
        ]),
      ],
    ] as [Half, ReturnType<typeof pays>][]) {
      const { unsigned_txset } = await view.call('transfer_split', { destinations })
      await expectSame(
        cold.ours,
        cold.theirs,
        ['describe_transfer', { unsigned_txset }],
        ['sources', 'weight'],
      )
    }
  })
})

describe('refusals', () => {
  test('error: malformed sets, and wallets that cannot sign', async () => {
    for (const unsigned_txset of ['0', '', '00', bytesToHex(new Uint8Array(200))])
      for (const method of ['sign_transfer', 'describe_transfer'])
        await expectSame(cold.ours, cold.theirs, [method, { unsigned_txset }])
    for (const method of ['sign_transfer', 'describe_transfer'])
      await expectSame(hot.ours, hot.theirs, [method, { unsigned_txset: '00' }])
    await expectSame(cold.ours, cold.theirs, ['describe_transfer', { multisig_txset: '00' }])
    for (const tx_data_hex of ['0', '', '00'])
      await expectSame(hot.ours, hot.theirs, ['submit_transfer', { tx_data_hex }])
  })

  test('error: a set whose input was spent after it was made', async () => {
    const params = { destinations: pays([[scene.to.standard, xmr]]) }
    const submitters: [Half, (given: object) => Promise<unknown>][] = [
      [hot.ours, (given) => ourAnswer(hot.ours.service, 'submit_transfer', given)],
      [hot.theirs, (given) => theirAnswer(hot.theirs, 'submit_transfer', given)],
    ]
    for (const [view, submit] of submitters.slice(0, count(1, 2))) {
      await made.learn()
      const { unsigned_txset } = await view.call('transfer', params)
      const sign = () => cold.ours.call('sign_transfer', { unsigned_txset })
      const [first, rival] = [await sign(), await sign()]
      await view.call('submit_transfer', { tx_data_hex: first.signed_txset })
      await scene.settle()
      await view.call('refresh')
      expect(await submit({ tx_data_hex: rival.signed_txset })).toMatchObject({
        error: { code: -41n },
      })
    }
  })

  describe('of sets with false fields', () => {
    let asked: Construction

    beforeAll(async () => {
      await made.learn()
      const destinations = pays([[scene.to.standard, xmr]])
      const { unsigned_txset } = await hot.ours.call('transfer', { destinations })
      const { ports, secrets } = hot.ours.wallet
      asked = (await openUnsignedSet(ports, secrets, hexToBytes(unsigned_txset)))!.constructions[0]!
    })

    const stranger = hexToBytes(`58${'66'.repeat(31)}`)

    test.each([
      [
        'change goes to an address of another wallet',
        (set: Construction) => ({ ...set, change: { ...set.change, spendKey: stranger } }),
      ],
      [
        'change goes to another account than the one that is spent from',
        (set: Construction) => {
          const { ports, secrets } = hot.ours.wallet
          const account = 4_000_000_000
          const far = ownRecipient(ports.crypto, secrets, { account, address: 0 })
          const change = { ...far, amount: set.change.amount }
          return { ...set, account, change, outputs: [...set.payments, change] }
        },
      ],
      [
        'its outputs are not the payments it names and its change',
        (set: Construction) => ({
          ...set,
          outputs: set.outputs.map((each) => ({ ...each, spendKey: stranger })),
        }),
      ],
      [
        'an input does not have its declared amount',
        (set: Construction) => ({
          ...set,
          sources: set.sources.map((each) => ({ ...each, amount: each.amount - 1n })),
        }),
      ],
      [
        'it spends an output twice',
        (set: Construction) => ({ ...set, sources: [...set.sources, set.sources[0]!] }),
      ],
      [
        'an input does not belong to this wallet',
        (set: Construction) => ({
          ...set,
          sources: set.sources.map((each) => ({ ...each, indexInTx: each.indexInTx + 1 })),
        }),
      ],
      ['Empty sources', (set: Construction) => ({ ...set, sources: [] })],
      [
        'it pays more than it spends',
        (set: Construction) => {
          const payments = set.payments.map((each) => ({ ...each, amount: 100n * xmr }))
          return { ...set, payments, outputs: [...payments, set.change] }
        },
      ],
    ])('error: %s', async (problem, change) => {
      const { ports, store } = hot.ours.wallet
      const unsigned_txset = bytesToHex(await sealUnsignedSet(ports, store, [change(asked)]))
      expect(await ourAnswer(cold.ours.service, 'sign_transfer', { unsigned_txset })).toEqual({
        error: { code: -42n, message: `Failed to sign unsigned tx: ${problem}` },
      })
    })
  })
})
