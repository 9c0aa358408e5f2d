/**
 * Transactions with as many keys, outputs and fields as consensus permits, and more than pools relay.
 *
 * @module
 */
import { concatBytes } from '@noble/hashes/utils.js'
import { sumOfAmounts } from '#protocol/bigint.ts'
import { blockId, parseBlock, writeBlock } from '#protocol/chain/block.ts'
import { parseTransaction, type ParsedTransaction } from '#protocol/chain/transaction.ts'
import { writePrefix } from '#protocol/chain/write.ts'
import type { Crypto } from '#wasm/types.ts'
import type { ScriptedChain } from './scripted-chain.ts'

/** A primary address. */
type Recipient = { viewPublic: Uint8Array; spendPublic: Uint8Array }

export type Crowd = {
  outputs: number
  /** Public keys in the extra. */
  keys: number
  /** Empty nonces in the extra, before the keys. */
  nonces?: number
  /** How often the last key is repeated. */
  repeats?: number
  /** What the outputs sum up to; by default as much as those of the other transaction. */
  reward?: bigint
  /** The last output pays this address with the last key; the others pay unknown ones. */
  to: Recipient
  viewTags?: boolean
}

/** The block that stopped wallets at the 1 GiB of the module's memory: 16.7 million rows in 278 kB. */
export const poison = { outputs: 3800, keys: 4390 }

/** A miner transaction in place of another one. The recipient gets 5 piconero, or all where it has the only output. */
export function crowdedMinerTx(
  crypto: Crypto,
  { unlockTime, inputs, outputs: paid }: ParsedTransaction,
  { outputs, keys, nonces = 0, repeats = 0, to, viewTags = true, ...crowd }: Crowd,
): ParsedTransaction {
  const reward = crowd.reward ?? sumOfAmounts(paid)
  const last = outputs - 1
  const points = distinctPoints(crypto, keys - 1 + last)
  const secret = crypto.randomScalar()
  const derivation = crypto.keyDerivation(to.viewPublic, secret)!
  const keyField = (key: Uint8Array) => concatBytes(Uint8Array.of(1), key)
  const extra = concatBytes(
    new Uint8Array(2 * nonces).map((_, at) => (at % 2 === 0 ? 2 : 0)),
    ...points.slice(0, keys - 1).map(keyField),
    ...new Array<Uint8Array>(1 + repeats).fill(keyField(crypto.multiplyBase(secret))),
  )
  const made = points.slice(keys - 1).map((key, at) => ({
    amount: at === 0 ? reward - BigInt(last - 1) - 5n : 1n,
    key,
    ...(viewTags && { viewTag: at & 255 }),
  }))
  const own = {
    amount: last === 0 ? reward : 5n,
    key: crypto.derivePublicKey(derivation, last, to.spendPublic)!,
    ...(viewTags && { viewTag: crypto.deriveViewTag(derivation, last) }),
  }
  const prefix = writePrefix({ version: 2, unlockTime, inputs, outputs: [...made, own], extra })
  return parseTransaction(concatBytes(prefix, Uint8Array.of(0)))
}

function distinctPoints(crypto: Crypto, count: number): Uint8Array[] {
  const step = crypto.multiplyBase(crypto.randomScalar())
  const points: Uint8Array[] = []
  for (let at = 0, point = step; at < count; at++)
    points.push((point = crypto.pointAdd(point, step)!))
  return points
}

/** Mines a block with a crowded miner transaction. */
export function mineCrowd(script: ScriptedChain, crowd: Omit<Crowd, 'to'>): ParsedTransaction {
  script.mine()
  const block = script.blocks.at(-1)!
  const parsed = parseBlock(block.blob)
  const minerTx = crowdedMinerTx(script.crypto, parsed.minerTx, { ...crowd, to: script.ours })
  const first = block.indices[0]![0]!
  block.blob = writeBlock({ ...parsed, minerTx })
  block.id = blockId(parseBlock(block.blob))
  block.miner = minerTx
  block.indices = [minerTx.outputs.map((_, at) => first + BigInt(at))]
  return minerTx
}
