/**
 * A chain made up of outputs that we can spend, for checks that need no other part of it.
 *
 * @module
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import type { Crypto } from '#wasm/types.ts'
import type { ChainOutput, ChainView } from '../../../proxy/node/types.ts'
import type { Coin } from '../transactions/forge.ts'
import { ForgeScene } from '../transactions/forge-scene.ts'
import { genesisAmount } from '../invalid/rule-violation.ts'

const xmr = 10n ** 12n
/** The secret of the genesis block's output: other than on a real chain, somebody has it. */
export const genesisSecret = Uint8Array.of(7, ...new Uint8Array(31))

/** The chain is 200 blocks long; times are those of 2024. */
export const memoryHeight = 200n
export const memoryTime = 1_700_000_000n

export class InMemoryChainView implements ChainView {
  height = memoryHeight
  medianWeight = 300_000n
  longTermMedian = 300_000n
  generatedCoins = 10n ** 18n
  adjustedTime = memoryTime
  readonly #crypto: Crypto
  readonly #outputs: ChainOutput[] = []
  readonly #plain = new Map<bigint, ChainOutput[]>()
  readonly #spent = new Set<string>()

  constructor(crypto: Crypto) {
    this.#crypto = crypto
  }

  outputs(amount: bigint, indices: readonly bigint[]) {
    if (amount === genesisAmount)
      return indices.map((index) => (index === 0n ? this.#genesis() : undefined))
    return indices.map((index) => this.#of(amount)[Number(index)])
  }

  outputCount(amount: bigint): bigint {
    if (amount === genesisAmount) return 1n
    return BigInt(this.#of(amount).length)
  }

  /** An output of before RingCT. @returns Its place among those of its amount. */
  plain(amount: bigint, key: Uint8Array): bigint {
    const one = Uint8Array.of(1, ...new Uint8Array(31))
    const commitment = this.#crypto.commit(amount, one)
    const before = this.#plain.get(amount) ?? []
    this.#plain.set(amount, [...before, { key, commitment, unlockTime: 0n, height: 50n }])
    return BigInt(before.length)
  }

  hasKeyImage(keyImage: Uint8Array): boolean {
    return this.#spent.has(bytesToHex(keyImage))
  }

  /** The chain has spent it. */
  spend({ key, secret }: Coin): void {
    this.#spent.add(bytesToHex(this.#crypto.keyImage(key, secret)))
  }

  /** A new output of ours. */
  coin({ height = 100n, unlockTime = 0n }: { height?: bigint; unlockTime?: bigint } = {}): Coin {
    const crypto = this.#crypto
    const [secret, mask, amount] = [crypto.randomScalar(), crypto.randomScalar(), 30n * xmr]
    const key = crypto.multiplyBase(secret)
    const commitment = crypto.commit(amount, mask)
    const index = BigInt(this.#outputs.push({ key, commitment, unlockTime, height }) - 1)
    return { index, key, secret, commitment, mask, amount }
  }

  #of(amount: bigint): readonly ChainOutput[] {
    return amount === 0n ? this.#outputs : (this.#plain.get(amount) ?? [])
  }

  #genesis(): ChainOutput {
    const key = this.#crypto.multiplyBase(genesisSecret)
    const one = Uint8Array.of(1, ...new Uint8Array(31))
    return { key, commitment: this.#crypto.commit(genesisAmount, one), unlockTime: 0n, height: 0n }
  }
}

/** @param below - Whole numbers below a bound. */
export function memoryScene(crypto: Crypto, below: (bound: number) => number) {
  const view = new InMemoryChainView(crypto)
  const ripe = Array.from({ length: 24 }, () => view.coin())
  const spent = view.coin()
  view.spend(spent)
  const scene = new ForgeScene({
    crypto,
    below,
    view,
    ripe,
    spent,
    pending: view.coin(),
    unripe: {
      coinbase: view.coin({ height: 141n, unlockTime: 201n }),
      young: view.coin({ height: 191n }),
      lockedByHeight: view.coin({ unlockTime: memoryHeight + 1n }),
      lockedByTime: view.coin({ unlockTime: memoryTime + 121n }),
    },
  })
  return { scene, view }
}
