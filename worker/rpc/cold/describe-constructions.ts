/**
 * Descriptions of unsigned transactions in answers.
 *
 * @module
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import type { Network } from '#protocol/rules/forks.ts'
import { RpcError } from '#protocol/errors.ts'
import { bool, list, object, text, u32, u64 } from '#protocol/fields.ts'
import type { Construction } from '#protocol/interchange/construction.ts'
import { loadCold } from '../../engine/cold/load-cold.ts'
import type { TransferDescription } from '../../engine/exchange/describe.ts'

const recipient = object({ address: text, amount: u64 })

const sums = {
  amount_in: u64.describe('Sum of the spent outputs, in piconero.'),
  amount_out: u64.describe('Sum of all new outputs, including change.'),
  recipients: list(recipient),
  change_amount: u64,
  change_address: text,
  fee: u64,
}

const source = object({ amount: u64, global_index: u64, rct: bool, pubkey: text })

const description = object({
  ...sums,
  sources: list(source),
  payment_id: text,
  ring_size: u32,
  unlock_time: u64,
  dummy_outputs: u32.describe('Number of zero-amount dummy outputs.'),
  extra: text.describe('In hex.'),
  weight: u64,
})

/** The description of each transaction, and of all together. */
export const descriptionFields = { desc: list(description), summary: object(sums) }

/** @throws {RpcError} BAD_UNSIGNED_TX_DATA */
export async function describeConstructions(
  constructions: readonly Construction[],
  network: Network,
) {
  const { describeAll } = await loadCold()
  const described = describeAll(constructions, network)
  if (typeof described === 'string') throw new RpcError('BAD_UNSIGNED_TX_DATA', described)
  return {
    desc: described.map((each, i) => ({ ...sumsOf(each), ...rest(each, constructions[i]!) })),
    summary: summaryOf(described),
  }
}

const sumsOf = (each: TransferDescription) => ({
  amount_in: each.amountIn,
  amount_out: each.amountOut,
  recipients: each.recipients,
  change_amount: each.changeAmount,
  change_address: each.changeAddress,
  fee: each.fee,
})

const rest = (each: TransferDescription, { sources, unlockTime, extra }: Construction) => ({
  sources: sources.map(({ ring, realIndex, amount, ringct: rct }) => ({
    amount,
    rct,
    global_index: BigInt(ring[realIndex]!.globalIndex),
    pubkey: bytesToHex(ring[realIndex]!.key),
  })),
  payment_id: each.paymentId,
  ring_size: each.ringSize,
  unlock_time: unlockTime,
  dummy_outputs: each.dummyOutputs,
  extra: bytesToHex(extra),
  weight: BigInt(each.weight),
})

function summaryOf(all: readonly TransferDescription[]) {
  const paid = new Map<string, bigint>()
  for (const { address, amount } of all.flatMap(({ recipients }) => recipients))
    paid.set(address, (paid.get(address) ?? 0n) + amount)
  const sum = (of: (each: TransferDescription) => bigint) =>
    all.reduce((total, each) => total + of(each), 0n)
  return {
    amount_in: sum(({ amountIn }) => amountIn),
    amount_out: sum(({ amountOut }) => amountOut),
    recipients: [...paid].map(([address, amount]) => ({ address, amount })),
    change_amount: sum(({ changeAmount }) => changeAmount),
    change_address: all.findLast(({ changeAmount }) => changeAmount > 0n)?.changeAddress ?? '',
    fee: sum(({ fee }) => fee),
  }
}
