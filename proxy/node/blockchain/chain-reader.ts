/**
 * The reading half of the blockchain.
 *
 * @module
 */
import { sum } from '#protocol/bigint.ts'
import { parseBlock } from '#protocol/chain/block.ts'
import { versionAt } from '#protocol/rules/forks.ts'
import { isInteger } from '../../stores/columns.ts'
import { byId } from '../id-order.ts'
import type { ChainView, Id } from '../types.ts'
import { seedHeight } from '#protocol/rules/seed-height.ts'
import { positionAfter } from './branch.ts'
import { orphanInfo } from './orphan-info.ts'
import { pruningSeedOf } from './pruning.ts'
import { ChainState, type BlockchainPorts } from './chain-state.ts'
import type {
  AlternativeBlock,
  BlockchainReads,
  BlockInfo,
  ForkVotes,
  ChainPosition,
  StoredBlock,
  StoredOutput,
  StoredTransaction,
} from './types.ts'
import { viewOf } from './chain-view.ts'
import { wholeBlocks } from './whole-blocks.ts'

export class ChainReader implements BlockchainReads {
  protected readonly state: ChainState

  constructor(ports: BlockchainPorts) {
    this.state = new ChainState(ports)
  }

  height = (): bigint => this.state.tip.height
  tip = (): BlockInfo => this.state.tip.block
  topId = (): Id => this.state.tip.block.id

  infoAt(height: bigint): BlockInfo | undefined {
    return isInteger(height) ? this.#blocks.at(Number(height)) : undefined
  }

  infos(first: bigint, last: bigint): BlockInfo[] {
    return this.#blocks.range(this.#clamp(first), this.#clamp(last))
  }

  idAt(height: bigint): Id | undefined {
    return isInteger(height) ? this.#blocks.idAt(Number(height)) : undefined
  }

  ids(first: bigint, count: number): Id[] {
    return this.#blocks.ids(this.#clamp(first), count)
  }

  heightOf(id: Id): bigint | undefined {
    const height = this.#blocks.heightOf(id)
    return height === undefined ? undefined : BigInt(height)
  }

  blobAt(height: bigint): Uint8Array | undefined {
    return isInteger(height) ? this.#blocks.blobAt(Number(height)) : undefined
  }

  block(id: Id): StoredBlock | undefined {
    const height = this.#blocks.heightOf(id)
    if (height !== undefined)
      return { blob: this.#blocks.blobAt(height)!, info: this.#blocks.at(height)!, orphan: false }
    const found = this.state.store.alternatives.get(id)
    return found && { blob: found.blob, info: orphanInfo(this.state, found), orphan: true }
  }

  hasBlock(id: Id): boolean {
    const { store, invalid } = this.state
    return this.#blocks.heightOf(id) !== undefined || store.alternatives.has(id) || invalid.has(id)
  }

  wholeBlocks(
    first: bigint,
    { prunable = true, batch }: { prunable?: boolean; batch?: number } = {},
  ) {
    return wholeBlocks(this.state.store, this.#clamp(first), { prunable, batch })
  }

  transaction(id: Id): StoredTransaction | undefined {
    return this.state.store.transactions.get(id) ?? this.#minerTransaction(id)
  }

  transactionHeight(id: Id): bigint | undefined {
    const height = this.state.store.transactions.heightOf(id) ?? this.#blocks.heightOfMinerTx(id)
    return height === undefined ? undefined : BigInt(height)
  }

  transactionCount(): bigint {
    return this.state.tip.height + BigInt(this.state.tip.nextTx)
  }

  outputs(amount: bigint, indices: readonly bigint[]): (StoredOutput | undefined)[] {
    return indices.map((index) => this.#outputs.get(amount, index))
  }

  outputCount(amount: bigint): bigint {
    return BigInt(this.#outputs.count(amount))
  }

  outputCountUpTo(amount: bigint, height: bigint): bigint {
    const at = this.#clamp(height)
    if (amount === 0n) return BigInt(this.#blocks.rctOutputs(at, at)[0] ?? 0)
    return BigInt(this.#outputs.countUpTo(amount, at))
  }

  outputsPerBlock(amount: bigint, first: bigint, last: bigint): bigint[] {
    if (first > last || first >= this.height()) return []
    const [from, to] = [this.#clamp(first), this.#clamp(last)]
    if (amount !== 0n) {
      const counts = this.#outputs.perBlock(amount, from, to)
      return Array.from({ length: to - from + 1 }, (_, i) => BigInt(counts.get(from + i) ?? 0))
    }
    const sums = this.#blocks.rctOutputs(from, to)
    let before = from === 0 ? 0 : this.#blocks.rctOutputs(from - 1, from - 1)[0]!
    return sums.map((sum) => {
      const made = sum - before
      before = sum
      return BigInt(made)
    })
  }

  outputAmounts(): { amount: bigint; count: bigint }[] {
    return this.#outputs.amounts()
  }

  hasKeyImage(keyImage: Uint8Array): boolean {
    return this.state.store.transactions.hasKeyImage(keyImage)
  }

  forkVersion(height: bigint): number {
    return versionAt(this.state.store.network, height)
  }

  forkVotes(version: number): ForkVotes {
    return this.state.tip.votes.info(this.state.store.network, this.height(), version)
  }

  nextDifficulty = (): bigint => this.state.tip.difficulty
  weightLimit = (): bigint => 2n * this.state.tip.weightMedian()
  weightMedian = (): bigint => this.state.tip.weightMedian()
  longTermMedian = (): bigint => this.state.tip.effectiveLongTermMedian()
  adjustedTime = (): bigint => this.state.tip.adjustedTime(this.state.ports.clock.now())
  earliestTimestamp = (): bigint => this.state.tip.earliestTimestamp
  view = (): ChainView => viewOf(this.state)

  seed(height: bigint): { height: bigint; id: Id } | undefined {
    const at = seedHeight(height, this.state.ports.epoch)
    const id = this.idAt(at)
    return id === undefined ? undefined : { height: at, id }
  }

  placeAfter(prevId: Id): ChainPosition | undefined {
    return positionAfter(this.state, prevId)
  }

  coinbaseSum(first: bigint, count: bigint): { emission: bigint; fees: bigint } {
    const from = this.#clamp(first)
    const rows = this.#blocks.payouts(from, Math.min(from + Number(count), Number(this.height())))
    const fees = sum(rows.map((row) => row.fees))
    return { emission: sum(rows.map(({ reward }) => reward)) - fees, fees }
  }

  alternativeBlocks(): AlternativeBlock[] {
    return this.state.store.alternatives.all().sort(byId)
  }

  alternativeBlockCount(): number {
    return this.state.store.alternatives.count()
  }

  databaseSize(): bigint {
    return BigInt(this.state.store.driver.size())
  }

  pruningSeed(): number {
    return pruningSeedOf(this.state.store)
  }

  #minerTransaction(id: Id): StoredTransaction | undefined {
    const height = this.#blocks.heightOfMinerTx(id)
    if (height === undefined) return undefined
    const { keccak256 } = this.state.ports.crypto
    const nothing = new Uint8Array(0)
    const { minerTx } = parseBlock(this.#blocks.blobAt(height)!)
    return {
      id,
      height: BigInt(height),
      outputIndices: this.#blocks.at(height)!.minerOutputs,
      pruned: minerTx.blob,
      prunable: nothing,
      prunableHash: minerTx.version === 2 ? keccak256(nothing) : undefined,
    }
  }

  /** A height as an INTEGER, at most one above the top block. */
  #clamp(height: bigint): number {
    return Number(height < this.height() ? height : this.height())
  }

  get #blocks() {
    return this.state.store.blocks
  }

  get #outputs() {
    return this.state.store.outputs
  }
}
