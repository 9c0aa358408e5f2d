/**
 * A small chain of real cryptography that a test writes block by block, and a daemon that tells it.
 *
 * Blocks, transactions and outputs are what a wallet can check; signatures and proof of work, which
 * a wallet never sees, are left out.
 *
 * @module
 */
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import { blockId, parseBlock } from '#protocol/chain/block.ts'
import { writeExtra, type ExtraField } from '#protocol/chain/extra.ts'
import { relativeOffsets } from '#protocol/chain/offsets.ts'
import {
  parseTransaction,
  type ParsedTransaction,
  type TransactionPrefix,
} from '#protocol/chain/transaction.ts'
import { writePrefix, writeRingCtBase } from '#protocol/chain/write.ts'
import { ConnectionError } from '#protocol/daemon/errors.ts'
import type { Crypto } from '#wasm/types.ts'
import type { Daemon } from '../../../worker/engine/base/ports.ts'
import { BlockIds } from '../../../worker/engine/ledger/block-ids.ts'
import { oneTimeKey } from '../../../worker/engine/keys/one-time-key.ts'
import type { SpendSecrets } from '../../../worker/engine/keys/one-time-key.ts'
import type { SubaddressIndex } from '../../../worker/engine/store/records.ts'
import { Store } from '../../../worker/engine/store/store.ts'
import { fakeDaemon } from '../daemons/fake-daemon.ts'
import { emptyProofs } from '../transactions/empty-proofs.ts'
import { poolEntry } from './pool-entry.ts'
import { genesisBlock, scriptedBlock } from './scripted-block.ts'
import { blocksBefore, firstTime, worksOf, type PublicChain } from './scripted-work.ts'

/** One output: to a subaddress of the wallet under test, or to somebody when there is none. */
export type Payment = {
  to?: SubaddressIndex | undefined
  amount: bigint
  /** The secret of its transaction key, so that two outputs can have one key. */
  r?: Uint8Array | undefined
}

export type Payout = {
  payments: Payment[]
  /** Key images in hex. */
  spends?: readonly string[]
  fee?: bigint
  unlockTime?: bigint
  /** 8 bytes, encrypted as a sender would; 32 bytes, in the clear. */
  paymentId?: Uint8Array
}

/** A transaction as a daemon gives it, and what the test may want of it. */
export type ScriptedTx = {
  txid: string
  tx: ParsedTransaction
  blob: Uint8Array
  prunableHash: Uint8Array
  /** With its proofs, which prove nothing. */
  whole: Uint8Array
  /** Key image of each output of the wallet's, by index. */
  keyImages: (string | undefined)[]
}

type ScriptedBlock = {
  id: Uint8Array
  blob: Uint8Array
  txs: ScriptedTx[]
  indices: bigint[][]
  miner: ParsedTransaction
  /** Unix seconds. */
  time: bigint
}

const hex = bytesToHex

/** Keys of the wallet under test, and a stranger's. */
export class ScriptedChain {
  readonly crypto: Crypto
  readonly ours: SpendSecrets
  readonly blocks: ScriptedBlock[] = []
  readonly pool = new Map<string, ScriptedTx>()
  /** Transactions that the wallet sent, in hex; they go nowhere. */
  readonly relayed: string[] = []
  /** Blocks in one answer. */
  perAnswer = 50
  /** Seconds between blocks. */
  spacing = 120n
  readonly genesis: Uint8Array
  readonly #public: PublicChain | undefined
  #nonce = 0

  /** @param chain - Left out for a private chain, which begins at height 1. */
  constructor(crypto: Crypto, ours: SpendSecrets, chain?: PublicChain) {
    this.crypto = crypto
    this.ours = ours
    this.#public = chain
    this.genesis = new BlockIds(new Store(async () => {}), chain?.network ?? 'fakechain').genesis
  }

  /** Height of the first block that the test writes. */
  get first(): number {
    return this.#public?.first ?? 1
  }

  /** Top block plus one; the genesis block is there from the beginning. */
  get height(): number {
    return this.blocks.length + this.first
  }

  /** A transaction that is in no block yet. */
  pay({ payments, spends = [], fee = 1000n, unlockTime = 0n, paymentId }: Payout): ScriptedTx {
    const { crypto } = this
    const keys = payments.map(({ r }) => r ?? crypto.randomScalar())
    const parts = payments.map((payment, index) => this.#output(payment, index, keys[index]!))
    const extra: ExtraField[] = [{ kind: 'publicKey', key: crypto.multiplyBase(keys[0]!) }]
    if (payments.some(({ to }) => to))
      extra.push({ kind: 'additionalKeys', keys: parts.map(({ txPublicKey }) => txPublicKey) })
    if (paymentId) extra.push(this.#paymentId(paymentId, keys[0]!))
    const prefix: TransactionPrefix = {
      version: 2,
      unlockTime,
      inputs: spends.map((keyImage) => ({
        kind: 'key',
        amount: 0n,
        keyOffsets: relativeOffsets(Array.from({ length: 16 }, (_, i) => BigInt(i))),
        keyImage: hexToBytes(keyImage),
      })),
      outputs: parts.map(({ key, viewTag }) => ({ amount: 0n, key, viewTag })),
      extra: writeExtra(extra),
    }
    if (spends.length === 0) prefix.inputs.push(this.#foreignInput())
    const base = writeRingCtBase(
      {
        type: 6,
        fee,
        pseudoOutputs: [],
        ecdh: parts.map(({ hidden }) => ({ amount: hidden })),
        outputCommitments: parts.map(({ commitment }) => commitment),
      },
      { inputs: prefix.inputs.length, outputs: parts.length, ringSize: 16 },
    )
    const proofs = emptyProofs(prefix.inputs.length, parts.length)
    return this.#signed(
      [writePrefix(prefix), base, proofs],
      parts.map(({ keyImage }) => keyImage),
    )
  }

  /** Puts a block with these transactions on top, mined to `miner` or to nobody we know. */
  mine(txs: readonly ScriptedTx[] = [], miner?: SubaddressIndex): this {
    const { crypto, blocks } = this
    const height = BigInt(this.height)
    const time = (blocks.at(-1)?.time ?? firstTime) + this.spacing
    const r = crypto.randomScalar()
    const { key, viewTag } = this.#output({ amount: 1n, ...(miner && { to: miner }) }, 0, r)
    const r0 = miner ? this.#txPublicKey(miner, r) : crypto.multiplyBase(r)
    const { minerTx, blob } = scriptedBlock({
      version: 16,
      height,
      prevId: this.#idAt(this.height - 1),
      time,
      nonce: this.#nonce++,
      key,
      viewTag,
      txPublicKey: r0,
      txids: txs.map(({ txid }) => hexToBytes(txid)),
    })
    const id = blockId(parseBlock(blob))
    const last = blocks.at(-1)?.indices.at(-1)?.at(-1)
    let next = last === undefined ? 0n : last + 1n
    const indices = [minerTx, ...txs.map(({ tx }) => tx)].map(({ outputs }) =>
      outputs.map(() => next++),
    )
    blocks.push({ id, blob, txs: [...txs], indices, miner: minerTx, time })
    for (const { txid } of txs) this.pool.delete(txid)
    return this
  }

  /** Takes blocks off the top. @returns Their transactions, which are nowhere now. */
  pop(count: number): ScriptedTx[] {
    const gone = this.blocks.splice(Math.max(0, this.blocks.length - count))
    return gone.flatMap(({ txs }) => txs)
  }

  /** Lets transactions wait in the pool. */
  wait(...txs: ScriptedTx[]): this {
    for (const tx of txs) this.pool.set(tx.txid, tx)
    return this
  }

  /** RingCT outputs that each block added: varints, a byte each since they are few. */
  outputCounts(): Uint8Array {
    return Uint8Array.from([0, ...this.blocks.map(({ indices }) => indices.flat().length)])
  }

  /** A daemon that tells this chain as it is when asked. */
  daemon(): Daemon {
    return fakeDaemon({
      rpc: {
        get_version: async () => ({ status: 'OK', version: 0x3000e, release: true }),
        get_info: async () => ({
          status: 'OK',
          height: BigInt(this.height),
          nettype: this.#public?.network ?? 'fakechain',
          adjusted_time: 0n,
          top_block_hash: hex(this.#idAt(this.height - 1)),
          tx_pool_size: BigInt(this.pool.size),
        }),
        get_block_headers_range: async (range: { start_height: bigint; end_height: bigint }) => ({
          headers: this.headers(Number(range.start_height), Number(range.end_height)),
        }),
      },
      json: {
        get_transactions: async ({ txs_hashes }: { txs_hashes: string[] }) => ({
          txs: txs_hashes.flatMap((txid) => {
            const tx = this.pool.get(txid)
            return tx ? [poolEntry(tx)] : []
          }),
        }),
        send_raw_transaction: async ({ tx_as_hex }: { tx_as_hex: string }) => {
          this.relayed.push(tx_as_hex)
          return { status: 'OK' }
        },
      },
      bin: {
        get_transaction_pool_hashes: async () => ({
          tx_hashes: [...this.pool.keys()].map((txid) => hexToBytes(txid)),
        }),
        get_blocks: async (params: BlocksParams) => this.answer(params),
        get_blocks_by_height: async ({ heights }: { heights: bigint[] }) => ({
          blocks: heights.map((height) => this.wholeBlock(height)),
        }),
        get_output_distribution: async () => ({
          distributions: [
            {
              amount: 0n,
              compress: true,
              start_height: 0n,
              base: 0n,
              compressed_data: this.outputCounts(),
            },
          ],
        }),
      },
    })
  }

  /** As monerod answers. @see monero src/rpc/core_rpc_server.cpp on_get_blocks */
  answer({ block_ids, start_height }: BlocksParams) {
    const current_height = BigInt(this.height)
    const ids = [this.genesis, ...this.blocks.map(({ id }) => id)].map(hex)
    if (start_height === 0n && hex(block_ids[0]!) === ids.at(-1))
      return { blocks: [], output_indices: [], start_height: 0n, current_height }
    const position = block_ids.map((id) => ids.indexOf(hex(id))).find((at) => at >= 0)
    const common = position === undefined || position === 0 ? position : position + this.first - 1
    const start = start_height > 0n ? Number(start_height) : common
    const isMissing = this.#public !== undefined && (start ?? 0) < this.first
    if (start === undefined || isMissing || start >= this.height)
      throw new ConnectionError('Failed')
    const given = Array.from(
      { length: Math.min(this.perAnswer, this.height - start) },
      (_, at) => start + at,
    )
    return {
      blocks: given.map((height) => this.#entry(height)),
      output_indices: given.map((height) => ({
        indices: (this.blocks[height - this.first]?.indices ?? [[0n]]).map((indices) => ({
          indices,
        })),
      })),
      start_height: BigInt(start),
      current_height,
    }
  }

  /** Headers with the fields that a wallet reads. Blocks that do not exist have the initial difficulty. */
  headers(start: number, end: number) {
    const works = worksOf(this.blocks, this.#public?.difficulty ?? 1n)
    return Array.from({ length: end - start + 1 }, (_, at) => {
      const height = start + at
      const { time, difficulty, cumulative } = works[height - this.first + blocksBefore]!
      return {
        height: BigInt(height),
        hash: hex(this.#idAt(height)),
        prev_hash: hex(this.#idAt(height - 1)),
        timestamp: time,
        difficulty,
        difficulty_top64: 0n,
        cumulative_difficulty: cumulative,
      }
    })
  }

  #idAt(height: number): Uint8Array {
    if (height >= this.first) return this.blocks[height - this.first]!.id
    if (!this.#public) return this.genesis
    return this.crypto.keccak256(new TextEncoder().encode(`block ${height}`))
  }

  /** As monerod sends it by its height. */
  wholeBlock(height: bigint) {
    if (height === 0n) return { pruned: false, block: genesisBlock, txs: [] }
    const { blob, txs } = this.blocks[Number(height) - this.first]!
    return { pruned: false, block: blob, txs: txs.map(({ whole }) => ({ blob: whole })) }
  }

  #entry(height: number) {
    if (height === 0) return { pruned: true, block: genesisBlock, txs: [] }
    const { blob, txs } = this.blocks[height - this.first]!
    return {
      pruned: true,
      block: blob,
      txs: txs.map((tx) => ({ blob: tx.blob, prunable_hash: tx.prunableHash })),
    }
  }

  #output({ to, amount }: Payment, index: number, r: Uint8Array) {
    const { crypto, ours } = this
    const viewKey = to ? this.#viewKey(to) : crypto.multiplyBase(crypto.randomScalar())
    const spendKey = to ? this.#spendKey(to) : crypto.multiplyBase(crypto.randomScalar())
    const derivation = crypto.keyDerivation(viewKey, r)!
    const shared = crypto.derivationToScalar(derivation, index)
    const key = crypto.derivePublicKey(derivation, index, spendKey)!
    const own =
      to && oneTimeKey(crypto, ours, { key, derivation, indexInTx: index, subaddress: to })
    return {
      key,
      viewTag: crypto.deriveViewTag(derivation, index),
      txPublicKey: to ? this.#txPublicKey(to, r) : crypto.multiplyBase(r),
      hidden: crypto.xorAmount(littleEndian(amount), shared),
      commitment: crypto.commit(amount, crypto.commitmentMask(shared)),
      keyImage: own && hex(own.keyImage),
    }
  }

  // R = r·D for a subaddress D, as senders make it.
  #txPublicKey(to: SubaddressIndex, r: Uint8Array) {
    return isPrimary(to)
      ? this.crypto.multiplyBase(r)
      : this.crypto.multiply(r, this.#spendKey(to))!
  }

  #spendKey({ account, address }: SubaddressIndex) {
    const { viewSecret, spendPublic } = this.ours
    return this.crypto.subaddressSpendKeys(viewSecret, spendPublic, account, address, 1)
  }

  #viewKey(to: SubaddressIndex) {
    if (isPrimary(to)) return this.ours.viewPublic
    return this.crypto.multiply(this.ours.viewSecret, this.#spendKey(to))!
  }

  #paymentId(id: Uint8Array, r: Uint8Array): ExtraField {
    if (id.length === 32) return { kind: 'nonce', nonce: concatBytes(Uint8Array.of(0), id) }
    const derivation = this.crypto.keyDerivation(this.ours.viewPublic, r)!
    const pad = this.crypto.keccak256(concatBytes(derivation, Uint8Array.of(0x8d)))
    return { kind: 'nonce', nonce: Uint8Array.of(1, ...id.map((byte, at) => byte ^ pad[at]!)) }
  }

  #foreignInput() {
    const keyImage = this.crypto.hashToPoint(this.crypto.randomScalar())
    return {
      kind: 'key',
      amount: 0n,
      keyOffsets: new Array<bigint>(16).fill(1n),
      keyImage,
    } as const
  }

  #signed(
    [prefix, base, prunable]: readonly [Uint8Array, Uint8Array, Uint8Array],
    keyImages: (string | undefined)[],
  ): ScriptedTx {
    const { crypto } = this
    const prunableHash = crypto.keccak256(prunable)
    const parts = concatBytes(crypto.keccak256(prefix), crypto.keccak256(base), prunableHash)
    const blob = concatBytes(prefix, base)
    const tx = parseTransaction(blob, { pruned: true })
    const whole = concatBytes(blob, prunable)
    return { txid: hex(crypto.keccak256(parts)), tx, blob, prunableHash, whole, keyImages }
  }
}

type BlocksParams = { block_ids: Uint8Array[]; start_height: bigint; prune: boolean }

const isPrimary = ({ account, address }: SubaddressIndex) => account === 0 && address === 0

function littleEndian(amount: bigint): Uint8Array {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, amount, true)
  return bytes
}
