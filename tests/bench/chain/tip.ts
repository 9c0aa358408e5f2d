/**
 * The newest blocks of a chain as a plain monerod sends them: pruned, without the hashes of what is pruned, or whole.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import { blockId, parseBlock } from '#protocol/chain/block.ts'
import { transactionId } from '#protocol/chain/hashes.ts'
import { parseTransaction } from '#protocol/chain/transaction.ts'
import { bin } from '#protocol/daemon/calls.ts'
import { epeeFrom, epeeTo } from '#protocol/epee/epee.ts'
import { header } from '#protocol/epee/types.ts'
import { bool, bytes, list, object, u64 } from '#protocol/fields.ts'
import { newestVersion } from '#protocol/rules/forks.ts'
import { loadCrypto } from '#wasm/index.ts'
import { genesisBlock, scriptedBlock } from '../../support/chains/scripted-block.ts'
import { seededBytes } from '../../support/random/sfc32.ts'
import { emptyProofs } from '../../support/transactions/empty-proofs.ts'
import { Strangers } from './foreign.ts'
import type { MadeChain } from './make.ts'
import { chainNode, type AnswerCall } from './node.ts'

export type TipForm = {
  /** Number of blocks above the genesis block, and of those that follow later. */
  blocks: number
  /** Number of transactions in each block, without the miner transaction. */
  transactions: number
}

type WholeTx = { txid: string; pruned: Uint8Array; whole: Uint8Array }

/** Both forms of the same blocks. */
export type Tip = { form: TipForm; pruned: MadeChain; whole: MadeChain; blocks: WholeBlock[] }

/** As an item of `get_blocks_by_height.bin`. */
type WholeBlock = { block: Uint8Array; txs: { blob: Uint8Array; prunable_hash: undefined }[] }

/** Twice as many blocks as the form says, with transactions of mainnet's size. No transaction pays our wallet. */
export async function makeTip(form: TipForm): Promise<Tip> {
  const random = seededBytes(form.blocks * 1000 + form.transactions)
  const crypto = await loadCrypto(new Uint8Array(readFileSync('wasm/build/nightjar.wasm')), random)
  const strangers = new Strangers(crypto, random)
  const proofs = emptyProofs(2, 2)
  const prunableHash = crypto.keccak256(proofs)
  const transaction = (): WholeTx => {
    const { blob } = strangers.transaction()
    const id = transactionId(parseTransaction(blob, { pruned: true }), prunableHash)
    return { txid: bytesToHex(id), pruned: blob, whole: concatBytes(blob, proofs) }
  }
  const tip = emptyTip(form)
  add(tip, genesisBlock, [])
  for (let height = 1; height <= 2 * form.blocks; height++) {
    const txs = Array.from({ length: form.transactions }, transaction)
    const { blob } = scriptedBlock({
      version: newestVersion,
      height: BigInt(height),
      time: 1_700_000_000n + BigInt(height) * 120n,
      nonce: height,
      prevId: hexToBytes(tip.pruned.ids.at(-1)!),
      key: strangers.point(),
      viewTag: strangers.viewTag(),
      txPublicKey: strangers.point(),
      txids: txs.map(({ txid }) => hexToBytes(txid)),
    })
    add(tip, blob, txs)
  }
  return tip
}

function emptyTip(form: TipForm): Tip {
  const ids: string[] = []
  const made = (): MadeChain => ({
    form: { ...form, oursEvery: Infinity },
    ids,
    parts: [],
    balance: 0n,
  })
  return { form, pruned: made(), whole: made(), blocks: [] }
}

const blockFields = { pruned: bool, block: bytes, block_weight: u64 }
const prunedFields = {
  ...blockFields,
  txs: list(object({ blob: bytes, prunable_hash: bytes })),
}
const wholeFields = { ...blockFields, txs: list(bytes) }
const indicesFields = { indices: list(object({ indices: list(u64) })) }

/** An object as an item of a list: without the header of portable storage. */
const inside = (storage: Uint8Array): Uint8Array => storage.subarray(header.length)

function add({ pruned, whole, blocks }: Tip, block: Uint8Array, txs: readonly WholeTx[]) {
  const { ids } = pruned
  // The output of the genesis block does not count among those of RingCT.
  let output = BigInt(Math.max(0, ids.length - 1)) * BigInt(1 + 2 * txs.length)
  const indices = inside(
    epeeFrom(indicesFields, {
      indices: [1, ...txs.map(() => 2)].map((count) => ({
        indices: Array.from({ length: count }, () => output++),
      })),
    }),
  )
  ids.push(bytesToHex(blockId(parseBlock(block))))
  const fields = { block, block_weight: 0n }
  const unproved = txs.map((tx) => ({ blob: tx.pruned, prunable_hash: new Uint8Array(32) }))
  const blobs = txs.map((tx) => tx.whole)
  pruned.parts.push({
    block: inside(epeeFrom(prunedFields, { ...fields, pruned: true, txs: unproved })),
    indices,
  })
  whole.parts.push({
    block: inside(epeeFrom(wholeFields, { ...fields, pruned: false, txs: blobs })),
    indices,
  })
  blocks.push({ block, txs: blobs.map((blob) => ({ blob, prunable_hash: undefined })) })
}

/** A node with the first half of the blocks. */
type TipNode = {
  answer: AnswerCall
  /** The other half arrives. */
  grow: () => void
}

export function tipNode({ form, pruned, whole, blocks }: Tip): TipNode {
  const upTo = (chain: MadeChain, height: number): AnswerCall =>
    chainNode({ ...chain, ids: chain.ids.slice(0, height), parts: chain.parts.slice(0, height) })
  const answers = (height: number) => ({ pruned: upTo(pruned, height), whole: upTo(whole, height) })
  let shown = answers(1 + form.blocks)
  return {
    grow: () => void (shown = answers(1 + 2 * form.blocks)),
    async answer(path, body) {
      if (/^\/get_?blocks_by_height\.bin$/.test(path)) return byHeight(blocks, body)
      const isWhole =
        /^\/get_?blocks\.bin$/.test(path) && !epeeTo(bin.get_blocks.params, body).prune
      return (isWhole ? shown.whole : shown.pruned)(path, body)
    },
  }
}

function byHeight(blocks: readonly WholeBlock[], body: Uint8Array): Uint8Array {
  const { params, result } = bin.get_blocks_by_height
  const { heights } = epeeTo(params, body)
  return epeeFrom(result, {
    status: 'OK',
    untrusted: false,
    credits: 0n,
    top_hash: '',
    blocks: heights.map((height) => ({
      pruned: false,
      block_weight: 0n,
      ...blocks[Number(height)]!,
    })),
  })
}
