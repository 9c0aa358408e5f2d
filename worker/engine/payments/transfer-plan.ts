/**
 * Plans a transfer: its inputs, recipients, number of transactions and fee.
 *
 * @module
 * @see monero src/wallet/wallet2.cpp create_transactions_2
 */
import type { RecipientAmount } from '#protocol/interchange/construction.ts'
import { sumOfAmounts } from '#protocol/bigint.ts'
import { RpcError } from '#protocol/errors.ts'
import { coin } from '#protocol/rules/limits.ts'
import type { RandomBytes } from '#wasm/types.ts'
import type { OutputRecord } from '../store/records.ts'
import { transferError } from '../base/daemon-errors.ts'
import {
  draftOf,
  maxPayments,
  roughWeight,
  weightTarget,
  type Terms,
  type WeighedDraft,
} from '../tx/draft.ts'
import { isNotDecomposed } from '../tx/decompose.ts'
import { feeOf } from '../tx/fee.ts'
import {
  outputsByAddress,
  uneconomicAmount,
  type AddressOutputs,
  type SpendableFunds,
} from './funds.ts'
import { pickLeastRelated, pickPreferred, relatedness, type Relations } from './relatedness.ts'
import { isInputOf, replaceAll, replacingInputs, type Refused } from './replace-refused.ts'
import type { Rings } from './rings/ring-source.ts'
import { subtractFee } from './fees/subtract-fee.ts'

/** A payment to plan; `pays` when the fee may be subtracted from it. */
export type FeePayingRecipient = RecipientAmount & { paysFee: boolean }

/** A transaction under construction. */
type PartialTransaction = {
  inputs: OutputRecord[]
  dues: FeePayingRecipient[]
  relations: Relations
  draft: WeighedDraft | undefined
}

// An unneeded second input makes transactions look alike, but it must not use up the last few large
// outputs. monero DEFAULT_MIN_OUTPUT_VALUE, DEFAULT_MIN_OUTPUT_COUNT
const largeAmount = 2n * coin
const fewLarge = 5

/** Number of attempts to raise the fee to the weight of the built transaction. */
const feeTries = 10

export type PlanSources = { rings: Rings; random: RandomBytes; refused: readonly Refused[] }

export class TransferPlan {
  readonly #terms: Terms
  readonly #rings: Rings
  readonly #random: RandomBytes
  readonly #total: bigint
  readonly #refused: readonly Refused[]
  readonly #spendable: readonly OutputRecord[]
  readonly #preferred: OutputRecord[]
  readonly #groups: AddressOutputs[]
  readonly #due: FeePayingRecipient[]
  readonly #parts: PartialTransaction[] = [newPart()]
  /** New inputs only pay the fee. */
  #addingFee = false
  #neededFee = 0n
  #forFee = 0n

  /**
   * @param dues - Amounts above zero, at least one.
   * @param funds - Limited to the addresses that may be spent from.
   * @param sources - `refused`: each transaction begins with an input of each of these payments.
   * @throws {RpcError} GENERIC_TRANSFER_ERROR when their inputs may not be spent.
   */
  constructor(
    terms: Terms,
    funds: SpendableFunds,
    dues: readonly FeePayingRecipient[],
    { rings, random, refused }: PlanSources,
  ) {
    this.#terms = terms
    this.#rings = rings
    this.#random = random
    this.#due = dues.map((due) => ({ ...due }))
    this.#total = sumOfAmounts(dues)
    const least = uneconomicAmount(terms)
    const worthy = funds.spendable.filter(({ amount }) => amount >= least)
    const usualFee = feeOf(terms.rate, roughWeight(terms, 2, 2))
    const paysFee = dues.some((due) => due.paysFee)
    const hidden = funds.spendable.filter(({ ringct }) => ringct)
    const needed = this.#total + (paysFee ? 0n : usualFee)
    this.#refused = refused
    this.#spendable = funds.spendable
    this.#preferred =
      refused.length > 0
        ? replacingInputs(
            refused,
            funds.spendable,
            dues.length > maxPayments ? 0n : needed,
          ).reverse()
        : pickPreferred(hidden, needed)
    // Hard-to-mix outputs are used last, regardless of their address.
    const usual = worthy.filter((output) => !isNotDecomposed(output))
    this.#groups = [usual, worthy.filter(isNotDecomposed)].flatMap((outputs) =>
      this.#broughtForward(outputsByAddress(outputs, funds.unlocked)),
    )
  }

  /**
   * @returns One draft per transaction; an empty list when there is nothing to spend.
   * @throws {RpcError} TX_NOT_POSSIBLE when the outputs run out; as {@link draftOf}.
   */
  async drafts(): Promise<WeighedDraft[]> {
    if (this.#groups.length === 0) return []
    while (this.#goesOn()) {
      const picked = this.#pick()
      if (!picked) break
      this.#part.inputs.push(picked)
      const full = this.#spend(picked.amount)
      if (this.#isReady(full)) await this.#try()
      this.#nextGroup()
    }
    if (this.#addingFee) throw notPossible()
    return this.#parts.map(({ draft }) => draft!)
  }

  get #part(): PartialTransaction {
    return this.#parts.at(-1)!
  }

  get #unused(): OutputRecord[] {
    return this.#groups[0]!.outputs
  }

  // The address of the preferred outputs goes first, so further inputs come from it too. As in the
  // reference, it swaps places with the first address only.
  #broughtForward(groups: AddressOutputs[]): AddressOutputs[] {
    const address = this.#preferred[0]?.subaddress.address
    const at = groups.findIndex((group) => group.address === address)
    if (at > 0) [groups[0], groups[at]] = [groups[at]!, groups[0]!]
    return groups
  }

  // An unneeded second input must be a RingCT output: another may be unmixable.
  #goesOn(): boolean {
    if (this.#due.length > 0 || this.#addingFee || this.#preferred.length > 0) return true
    return this.#part.inputs.length <= 1 && this.#unused.some(({ ringct }) => ringct)
  }

  /** The next input; undefined when an optional second input has no suitable output. */
  #pick(): OutputRecord | undefined {
    if (this.#unused.length === 0 && this.#preferred.length === 0) throw notPossible()
    const { inputs, relations } = this.#part
    let picked = this.#preferred.pop()
    if (!picked && this.#due.length === 0 && !this.#addingFee) picked = this.#pickSecond()
    else picked ??= pickLeastRelated(this.#random, this.#candidates, inputs, 'any', relations)
    if (picked) this.#drop(picked)
    return picked
  }

  // Another transaction of this payment may need an input of a refused one.
  get #candidates(): OutputRecord[] {
    const free = this.#unused.filter(
      (output) => !this.#refused.some((each) => isInputOf(each, output)),
    )
    return free.length > 0 ? free : this.#unused
  }

  // Inputs of a refused payment may come from several addresses.
  #drop(picked: OutputRecord): void {
    for (const group of this.#groups)
      group.outputs = group.outputs.filter((output) => output !== picked)
    const [first, ...rest] = this.#groups
    this.#groups.splice(0, Infinity, first!, ...rest.filter(({ outputs }) => outputs.length > 0))
  }

  #pickSecond(): OutputRecord | undefined {
    const [first] = this.#part.inputs
    const hidden = this.#unused.filter(({ ringct }) => ringct)
    const second = pickLeastRelated(this.#random, hidden, this.#part.inputs, 'smallest')
    const large = this.#unused.filter(({ amount }) => amount >= largeAmount).length
    if (second.amount >= largeAmount && large < fewLarge) return undefined
    return first && relatedness(first, second) > 0 ? undefined : second
  }

  /** Uses a new input's amount for the remaining payments. @returns Whether the part is full. */
  #spend(amount: bigint): boolean {
    if (this.#addingFee) {
      this.#forFee += amount
      return false
    }
    const { inputs, dues } = this.#part
    let left = amount
    while (left > 0n && this.#due.length > 0) {
      const due = this.#due[0]!
      const begun = dues.at(-1)
      const goesOn = begun !== undefined && this.#begun === due
      if (roughWeight(this.#terms, inputs.length, dues.length + 1) >= weightTarget) return false
      if (!goesOn && dues.length >= maxPayments) return true
      const paid = due.amount <= left ? due.amount : left
      if (goesOn) begun.amount += paid
      else dues.push({ ...due, amount: paid })
      left -= paid
      due.amount -= paid
      this.#begun = due.amount > 0n ? due : undefined
      if (due.amount === 0n) this.#due.shift()
    }
    return false
  }

  /** The full payment of the part's last due, when the part does not pay all of it. */
  #begun: FeePayingRecipient | undefined

  #isReady(full: boolean): boolean {
    if (full) return true
    if (this.#preferred.length > 0) return false
    if (this.#addingFee) return this.#forFee >= this.#neededFee
    const { inputs, dues } = this.#part
    const heavy = roughWeight(this.#terms, inputs.length, dues.length + 1) >= weightTarget
    if (heavy && dues.length === 0) throw transferError('transaction would be too big')
    return this.#due.length === 0 || heavy
  }

  /** Completes the part if its inputs also cover the fee. */
  async #try(): Promise<void> {
    const part = this.#part
    this.#neededFee = feeOf(this.#terms.rate, this.#expectedWeight(part))
    this.#carve(this.#neededFee)
    const paysFee = part.dues.some((due) => due.paysFee)
    const wanted = sumOfAmounts(part.dues) + (paysFee ? 0n : this.#neededFee)
    if (sumOfAmounts(part.inputs) < wanted) {
      this.#addingFee = true
      return
    }
    const rings = await this.#rings(part.inputs)
    let draft = this.#draft(part, rings)
    this.#neededFee = feeOf(this.#terms.rate, draft.weight)
    const payers = part.dues.filter((due) => due.paysFee)
    this.#forFee = paysFee ? sumOfAmounts(payers) : draft.fee + draft.change.amount
    this.#carve(this.#neededFee)
    if (this.#neededFee > this.#forFee) {
      this.#addingFee = true
      return
    }
    for (let tries = 0; ; tries++) {
      if (tries === feeTries)
        throw transferError('Too many attempts to raise pending tx fee to level of needed fee')
      draft = this.#draft(part, rings)
      this.#neededFee = feeOf(this.#terms.rate, draft.weight)
      if (this.#neededFee <= draft.fee) break
    }
    this.#keep(part, draft)
  }

  #expectedWeight({ inputs, dues }: PartialTransaction): number {
    const change = sumOfAmounts(inputs) === sumOfAmounts(dues) ? 0 : 1
    return roughWeight(this.#terms, inputs.length, Math.max(2, dues.length + change))
  }

  #draft({ inputs, dues }: PartialTransaction, rings: Awaited<ReturnType<Rings>>): WeighedDraft {
    const payments = subtractFee(dues, this.#neededFee)
    return draftOf(this.#terms, inputs, rings, payments, this.#neededFee)
  }

  /**
   * Takes the fee from a partly paid payment: the rest of it needs another transaction anyway.
   */
  #carve(fee: bigint): void {
    const last = this.#part.dues.at(-1)
    const missing = fee - this.#forFee
    if (!last || !this.#begun || missing <= 0n || last.amount <= missing) return
    last.amount -= missing
    this.#begun.amount += missing
    this.#forFee = fee
  }

  #keep(part: PartialTransaction, draft: WeighedDraft): void {
    part.draft = draft
    this.#addingFee = false
    if (this.#due.length === 0) return
    const used = new Set(this.#parts.flatMap(({ inputs }) => inputs))
    const left = this.#spendable.filter((output) => !used.has(output))
    const open = this.#refused.filter((each) => !replaceAll([each], this.#preferred))
    this.#preferred.push(...replacingInputs(open, left))
    this.#parts.push(newPart())
    this.#begun = undefined
    this.#forFee = 0n
  }

  #nextGroup(): void {
    const wanting = this.#due.length > 0 || this.#addingFee
    if (wanting && this.#unused.length === 0 && this.#groups.length > 1) this.#groups.shift()
  }
}

const newPart = (): PartialTransaction => ({
  inputs: [],
  dues: [],
  relations: new Map(),
  draft: undefined,
})

const notPossible = () => new RpcError('TX_NOT_POSSIBLE', 'tx not possible')
