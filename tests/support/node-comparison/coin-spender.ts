/**
 * Coins of ours on a chain, and transactions that spend them, of every shape that wallets make.
 *
 * @module
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import { parseBlock } from '#protocol/chain/block.ts'
import { paymentIdNonce, writeExtra } from '#protocol/chain/extra.ts'
import { minedUnlockWindow, spendableAge } from '#protocol/rules/limits.ts'
import type { Crypto } from '#wasm/types.ts'
import type { NodeContext } from '../../../proxy/node/context.ts'
import type { ChainOutput } from '../../../proxy/node/types.ts'
import { isUnlockTimePassed } from '../../../proxy/node/verify/unlock.ts'
import type { SpendSecrets } from '../../../worker/engine/keys/one-time-key.ts'
import { addressOf, rewardCoin } from '../chains/coinbase-coins.ts'
import { forge, paidCoin, type Coin, type Plan } from '../transactions/forge.ts'
import { newSecrets } from '../chains/coin-mint.ts'
import { named } from '../chains/in-memory-pool.ts'
import type { Below } from './chain-contents.ts'

const ringSize = 16

/** Blocks that may be taken off without making a coin or a decoy too young. */
const margin = 20n

/** Far more than any of them has to pay. */
const plenty = 10_000_000_000n

export type Shape = {
  inputs?: number
  outputs?: number
  /** Spent instead of any. */
  coins?: readonly Coin[]
  unlockTime?: bigint
  /** What stands in extra beside the public key. */
  extra?: 'nothing' | 'paymentId' | 'additionalKeys'
}

export type Forged = { id: string; blob: Uint8Array; plan: Plan }

/** Every shape that a wallet makes. */
export const shapes: readonly Shape[] = [
  { inputs: 1, outputs: 2 },
  { inputs: 1, outputs: 2, extra: 'paymentId' },
  { inputs: 2, outputs: 2 },
  { inputs: 2, outputs: 3, extra: 'additionalKeys' },
  { inputs: 1, outputs: 16 },
  { inputs: 4, outputs: 2 },
  { inputs: 3, outputs: 16, extra: 'additionalKeys' },
]

export class CoinSpender {
  readonly address: string
  readonly #node: Pick<NodeContext, 'chain' | 'pool'>
  readonly #crypto: Crypto
  readonly #below: Below
  readonly #secrets: SpendSecrets
  /** By block id; undefined for a block of others. */
  readonly #rewards = new Map<string, { coin: Coin; image: Uint8Array } | undefined>()
  /** So that no two pay alike, and their order is no question of time. */
  #fee = plenty

  constructor(node: Pick<NodeContext, 'chain' | 'pool'>, crypto: Crypto, below: Below) {
    this.#node = node
    this.#crypto = crypto
    this.#below = below
    this.#secrets = newSecrets(crypto)
    this.address = addressOf(this.#secrets)
  }

  /** Rewards that may be spent in the next block, which neither chain nor pool spend. */
  coins(): Coin[] {
    const { chain, pool } = this.#node
    const coins: Coin[] = []
    for (const { height, blob, minerOutputIndices } of chain.wholeBlocks(1n)) {
      if (!this.#isRipe({ height, unlockTime: height + minedUnlockWindow })) break
      const reward = this.#rewardOf(chain.idAt(height)!, blob)
      if (!reward || chain.hasKeyImage(reward.image)) continue
      if (pool.isSpent(bytesToHex(reward.image), { sensitive: true })) continue
      coins.push({ ...reward.coin, index: minerOutputIndices[0]! })
    }
    return coins
  }

  /** A valid transaction. @throws Error where there are too few coins. */
  forge(shape: Shape = {}): Forged {
    const { inputs = 1, outputs = 2, unlockTime = 0n } = shape
    const coins = shape.coins ?? this.coins().slice(0, inputs)
    if (coins.length < inputs) throw new Error(`${coins.length} coins for ${inputs} inputs`)
    const spends = coins.map((coin) => ({
      coin,
      keyImage: this.#crypto.keyImage(coin.key, coin.secret),
      ...this.#ring(coin),
    }))
    spends.sort((a, b) => (bytesToHex(a.keyImage) < bytesToHex(b.keyImage) ? 1 : -1))
    const fee = this.#fee++ + BigInt(this.#below(1000)) * 1_000_000n
    const whole = coins.reduce((sum, { amount }) => sum + amount, -fee)
    const part = whole / BigInt(outputs)
    const pays = Array.from({ length: outputs }, (_, i) => ({
      secret: this.#crypto.randomScalar(),
      mask: this.#crypto.randomScalar(),
      amount: i === 0 ? whole - part * BigInt(outputs - 1) : part,
    }))
    const plan = { spends, pays, fee, unlockTime, extra: this.#extra(shape.extra, outputs) }
    const { id, blob } = named(forge(this.#crypto, plan))
    return { id, blob, plan }
  }

  /** Another transaction that spends the same. */
  rival({ plan }: Forged): Forged {
    return this.forge({ inputs: 0, coins: plan.spends.map(({ coin }) => coin) })
  }

  /** An output of a transaction in the chain. */
  paid({ plan, id }: Forged, output = 0): Coin {
    const index = this.#node.chain.transaction(id)!.outputIndices[output]!
    return paidCoin(this.#crypto, plan.pays[output]!, index)
  }

  #rewardOf(id: string, blob: Uint8Array) {
    if (!this.#rewards.has(id)) {
      const coin = rewardCoin(this.#crypto, this.#secrets, parseBlock(blob).minerTx, 0n)
      const image = coin && this.#crypto.keyImage(coin.key, coin.secret)
      this.#rewards.set(id, image && { coin, image })
    }
    return this.#rewards.get(id)
  }

  /** Ripe, and still so when some blocks are taken off. */
  #isRipe({ height, unlockTime }: Pick<ChainOutput, 'height' | 'unlockTime'>): boolean {
    const view = this.#node.chain.view()
    const lower = { height: view.height - margin, adjustedTime: view.adjustedTime }
    return height + spendableAge <= lower.height && isUnlockTimePassed(unlockTime, lower)
  }

  /** The coin among others that may be spent. */
  #ring({ index }: Coin) {
    const { chain } = this.#node
    const view = chain.view()
    const count = Number(chain.outputCount(0n))
    const indices = new Set([index])
    while (indices.size < ringSize) {
      const at = BigInt(this.#below(count))
      const [output] = view.outputs(0n, [at])
      if (this.#isRipe(output!)) indices.add(at)
    }
    const members = [...indices].sort((a, b) => (a < b ? -1 : 1))
    return { indices: members, ring: view.outputs(0n, members).map((member) => member!) }
  }

  #extra(kind: Shape['extra'], outputs: number): Uint8Array {
    const key = () => this.#crypto.multiplyBase(this.#crypto.randomScalar())
    const id = key().slice(0, 8)
    return writeExtra([
      { kind: 'publicKey', key: key() },
      ...(kind === 'paymentId' ? [paymentIdNonce({ kind: 'encrypted', id })] : []),
      ...(kind === 'additionalKeys'
        ? [{ kind: 'additionalKeys' as const, keys: Array.from({ length: outputs }, key) }]
        : []),
    ])
  }
}
