/**
 * What transactions are forged from: coins of ours, and a chain that has them among others.
 *
 * @module
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import { writeExtra } from '#protocol/chain/extra.ts'
import type { Crypto } from '#wasm/types.ts'
import type { ChainView } from '../../../proxy/node/types.ts'
import { forge, type Coin, type Plan, type Spending, type Twist } from './forge.ts'

/** Outputs of the chain by why they may not be spent in the next block. */
type Unripe = { coinbase: Coin; young: Coin; lockedByHeight: Coin; lockedByTime: Coin }

export type ForgeParts = {
  crypto: Crypto
  /** Whole numbers below a bound, by a seed. */
  below: (bound: number) => number
  view: ChainView
  /** Spendable: at least as many as a ring has members, and two more. */
  ripe: readonly Coin[]
  unripe: Unripe
  /** Spent in the chain. */
  spent: Coin
  /** Spent in the pool. */
  pending: Coin
}

export type PlanOptions = {
  inputs?: number
  outputs?: number
  ringSize?: number
  /** Takes the place of the first input's coin. */
  coin?: Coin
  fee?: bigint
  extra?: Uint8Array
  unlockTime?: bigint
}

/** Far more than the least that any of them has to pay but the heaviest. */
const plenty = 10_000_000_000n

export class ForgeScene {
  readonly parts: ForgeParts
  readonly crypto: Crypto

  constructor(parts: ForgeParts) {
    this.parts = parts
    this.crypto = parts.crypto
  }

  /** A plan that breaks no rule, unless the options do. */
  plan(options: PlanOptions = {}): Plan {
    const { inputs = 2, outputs = 2, ringSize = 16, coin, fee = plenty } = options
    const first = this.parts.below(this.parts.ripe.length)
    const coins = Array.from({ length: inputs }, (_, i) => this.ripe(first + i))
    if (coin) coins[0] = coin
    const spends = coins.map((coin) => this.spending(coin, ringSize))
    spends.sort((a, b) => (bytesToHex(a.keyImage) < bytesToHex(b.keyImage) ? 1 : -1))
    const whole = coins.reduce((sum, { amount }) => sum + amount, -fee)
    const part = outputs > 0 ? whole / BigInt(outputs) : 0n
    const pays = Array.from({ length: outputs }, (_, i) => ({
      secret: this.crypto.randomScalar(),
      mask: this.crypto.randomScalar(),
      amount: i === 0 ? whole - part * BigInt(outputs - 1) : part,
    }))
    const key = this.crypto.multiplyBase(this.crypto.randomScalar())
    const { extra = writeExtra([{ kind: 'publicKey', key }]), unlockTime = 0n } = options
    return { spends, pays, fee, extra, unlockTime }
  }

  /** A spendable coin; they come round again. */
  ripe(i: number): Coin {
    const { ripe } = this.parts
    return ripe[i % ripe.length]!
  }

  spending(coin: Coin, ringSize: number): Spending {
    const others = this.parts.ripe.map(({ index }) => index).filter((index) => index !== coin.index)
    const start = this.parts.below(others.length)
    const decoys = Array.from(
      { length: ringSize - 1 },
      (_, i) => others[(start + i) % others.length]!,
    )
    const indices = [...decoys, coin.index].sort((a, b) => (a < b ? -1 : 1))
    return { coin, keyImage: this.crypto.keyImage(coin.key, coin.secret), ...this.ring(indices) }
  }

  /** The members as the chain has them. */
  ring(indices: bigint[]) {
    return { indices, ring: this.parts.view.outputs(0n, indices).map((member) => member!) }
  }

  forge(options: PlanOptions = {}, twist: Twist = {}): Uint8Array {
    return forge(this.crypto, this.plan(options), twist)
  }
}
