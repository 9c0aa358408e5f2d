/**
 * Generates a chain of mainnet transactions. The same form yields the same chain.
 *
 * @module
 */
import { newestVersion } from '#protocol/rules/forks.ts'
import { readFileSync } from 'node:fs'
import { concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import { blockId, parseBlock } from '#protocol/chain/block.ts'
import { epeeFrom } from '#protocol/epee/epee.ts'
import { bool, bytes, list, object, u64 } from '#protocol/fields.ts'
import { header } from '#protocol/epee/types.ts'
import { loadCrypto } from '#wasm/index.ts'
import { genesisBlock, scriptedBlock } from '../../support/chains/scripted-block.ts'
import { seededBytes } from '../../support/random/sfc32.ts'
import { Strangers, type ChainTx } from './foreign.ts'
import { benchKeys, type ChainForm } from './form.ts'
import { OurPayments } from './ours.ts'

/** A chain, with its blocks as `get_blocks.bin` returns them. */
export type MadeChain = {
  form: ChainForm
  /** Block ids in hex, the genesis block's first. */
  ids: string[]
  /** For each block, its elements of `blocks` and `output_indices`, serialised as epee objects. */
  parts: { block: Uint8Array; indices: Uint8Array }[]
  /** Balance of our wallet, in piconero. */
  balance: bigint
}

export async function makeChain(form: ChainForm): Promise<MadeChain> {
  const random = seededBytes(form.blocks * 1000 + form.transactions)
  const crypto = await loadCrypto(new Uint8Array(readFileSync('wasm/build/nightjar.wasm')), random)
  const strangers = new Strangers(crypto, random)
  const ours = new OurPayments(crypto, await benchKeys(crypto), form.spread)
  const blocks = new Blocks(crypto.keccak256)
  blocks.add(genesisBlock, [], 0)
  for (let height = 1; height <= form.blocks; height++) {
    const txs = Array.from({ length: form.transactions }, (_, at) =>
      ((height - 1) * form.transactions + at) % form.oursEvery === form.oursEvery - 1
        ? ours.transaction(height)
        : strangers.transaction(),
    )
    const { blob } = scriptedBlock({
      version: form.version ?? newestVersion,
      height: BigInt(height),
      time: 1_700_000_000n + BigInt(height) * 120n,
      nonce: height,
      prevId: blocks.top,
      key: strangers.point(),
      viewTag: strangers.viewTag(),
      txPublicKey: strangers.point(),
      txids: txs.map(({ txid }) => hexToBytes(txid)),
    })
    blocks.add(blob, txs, 2)
  }
  return { form, ids: blocks.ids, parts: blocks.parts, balance: ours.balance }
}

/** @see protocol/daemon/block.ts, here in the form of pruned blocks */
export const blockFields = {
  pruned: bool,
  block: bytes,
  block_weight: u64,
  txs: list(object({ blob: bytes, prunable_hash: bytes })),
}
const indicesFields = { indices: list(object({ indices: list(u64) })) }

class Blocks {
  readonly ids: string[] = []
  readonly parts: MadeChain['parts'] = []
  top = new Uint8Array(32)
  readonly #keccak: (data: Uint8Array) => Uint8Array
  #outputs = 0n

  constructor(keccak: (data: Uint8Array) => Uint8Array) {
    this.#keccak = keccak
  }

  /** @param outputs - Number of outputs of each transaction, without the miner transaction. */
  add(blob: Uint8Array, txs: readonly ChainTx[], outputs: number) {
    this.top = new Uint8Array(blockId(parseBlock(blob), this.#keccak))
    this.ids.push(Buffer.from(this.top).toString('hex'))
    const counts = [1, ...txs.map(() => outputs)]
    const indices = counts.map((count) => ({
      indices: Array.from({ length: count }, () => this.#outputs++),
    }))
    // The genesis block is of version 1: its output does not count among those of RingCT.
    if (this.ids.length === 1) this.#outputs = 0n
    this.parts.push({
      block: inside(
        epeeFrom(blockFields, {
          pruned: true,
          block: blob,
          block_weight: BigInt(blob.length),
          txs: txs.map(({ blob, prunableHash }) => ({ blob, prunable_hash: prunableHash })),
        }),
      ),
      indices: inside(epeeFrom(indicesFields, { indices })),
    })
  }
}

/** An object as an item of a list: without the header of portable storage. */
const inside = (storage: Uint8Array): Uint8Array => storage.subarray(header.length)

/** The concatenated parts, and the offset of each. */
export function packed({ parts }: MadeChain): { bytes: Uint8Array; sizes: number[] } {
  const all = parts.flatMap(({ block, indices }) => [block, indices])
  return { bytes: concatBytes(...all), sizes: all.map(({ length }) => length) }
}
