/**
 * Plans how unmixable outputs are spent: in transactions of version 1, each output in a ring of its
 * own, everything to the primary address.
 *
 * @module
 * @see monero src/wallet/wallet2.cpp create_unmixable_sweep_transactions, create_transactions_from
 */
import { hexToBytes } from '@noble/hashes/utils.js'
import { sumOfAmounts } from '#protocol/bigint.ts'
import { RpcError } from '#protocol/errors.ts'
import type { Crypto, RandomBytes } from '#wasm/types.ts'
import type { OutputRecord } from '../store/records.ts'
import { transferError } from '../base/daemon-errors.ts'
import { dustIn } from '../tx/decompose.ts'
import { draftOf, roughWeight, type Terms, type WeighedDraft } from '../tx/draft.ts'
import { feeOf } from '../tx/fee.ts'
import { heapOf, outputsLeft, takeInputs } from './heap.ts'
import type { Ring } from '../tx/ring.ts'
import { weigh } from '../tx/weigh.ts'

type Ports = { crypto: Crypto; random: RandomBytes }

/**
 * One draft per transaction.
 *
 * @param given - Its change address is the primary address.
 * @throws {RpcError} When the outputs do not cover the fee, or belong to several accounts: one
 *   transaction would link the accounts.
 */
export function dustDrafts(
  { crypto, random }: Ports,
  given: Terms,
  outputs: readonly OutputRecord[],
): WeighedDraft[] {
  const terms = { ...given, ringct: false, ringSize: 1 }
  const heap = heapOf(outputs, ({ amount }) => amount < terms.rate.perByte)
  const drafts: WeighedDraft[] = []
  while (outputsLeft(heap) > 0) drafts.push(draft(crypto, terms, takeInputs(random, terms, heap)))
  return drafts
}

function draft(crypto: Crypto, terms: Terms, inputs: readonly OutputRecord[]): WeighedDraft {
  const accounts = new Set(inputs.map(({ subaddress }) => subaddress.account))
  if (accounts.size > 1) throw transferError('the tx uses funds from multiple accounts')
  const total = sumOfAmounts(inputs)
  const rings = inputs.map((output) => ringOfItself(crypto, output))
  for (let fee = firstFee(terms, inputs, rings, total); ;) {
    if (fee > total) throw transferError('Transaction cannot pay for itself')
    const payment = { ...terms.change, amount: total - fee }
    const made = draftOf(terms, inputs, rings, [payment], fee)
    const needed = feeOf(terms.rate, made.weight)
    if (needed <= fee) return made
    fee = needed
  }
}

/** The fee of a transaction that pays one piconero and returns the rest as change. */
function firstFee(
  terms: Terms,
  inputs: readonly OutputRecord[],
  rings: readonly Ring[],
  total: bigint,
): bigint {
  const guess = feeOf(terms.rate, roughWeight(terms, inputs.length, 2))
  const change = total - guess - 1n
  if (change < 0n) throw new RpcError('NOT_ENOUGH_UNLOCKED_MONEY', 'not enough unlocked money')
  const payments = [1n, change - dustIn(change)].map((amount) => ({ ...terms.change, amount }))
  const { paymentId, ringct } = terms
  const none = { ...terms.change, amount: 0n }
  const trial = { ringct, inputs, rings: [...rings], payments, change: none, fee: guess }
  return feeOf(terms.rate, weigh({ ...trial, unlockTime: 0n, paymentId }))
}

/** A ring with the real output only. */
const ringOfItself = (crypto: Crypto, { key, globalIndex, amount, mask }: OutputRecord): Ring => ({
  members: [
    {
      globalIndex: Number(globalIndex),
      key: hexToBytes(key),
      commitment: crypto.commit(amount, mask),
    },
  ],
  realIndex: 0,
})
