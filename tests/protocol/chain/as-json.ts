/**
 * A parsed transaction or block in the words of monerod's `as_json`, to compare the two.
 *
 * @module
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import type { Block } from '#protocol/chain/block.ts'
import type { Bulletproof, BulletproofPlus, RingCt } from '#protocol/chain/ringct.ts'
import type { Transaction, TxInput, TxOutput } from '#protocol/chain/transaction.ts'

const hex = bytesToHex
const hexes = (list: readonly Uint8Array[]) => list.map(hex)

export function transactionJson(tx: Transaction) {
  return {
    version: tx.version,
    unlock_time: Number(tx.unlockTime),
    vin: tx.inputs.map(inputJson),
    vout: tx.outputs.map(outputJson),
    extra: [...tx.extra],
    ...(tx.signatures && {
      signatures: tx.signatures.filter(({ length }) => length > 0).map(hexes),
    }),
    ...(tx.ringct && ringctJson(tx.ringct)),
  }
}

const inputJson = (input: TxInput) =>
  input.kind === 'gen'
    ? { gen: { height: Number(input.height) } }
    : {
        key: {
          amount: Number(input.amount),
          key_offsets: input.keyOffsets.map(Number),
          k_image: hex(input.keyImage),
        },
      }

const outputJson = ({ amount, key, viewTag }: TxOutput) => ({
  amount: Number(amount),
  target:
    viewTag === undefined
      ? { key: hex(key) }
      : { tagged_key: { key: hex(key), view_tag: hex(Uint8Array.of(viewTag)) } },
})

function ringctJson(ringct: RingCt) {
  const { type, fee, pseudoOutputs, ecdh, outputCommitments, prunable } = ringct
  if (type === 0) return { rct_signatures: { type } }
  const base = {
    type,
    txnFee: Number(fee),
    ...(type === 2 && { pseudoOuts: hexes(pseudoOutputs) }),
    ecdhInfo: ecdh.map(({ mask, amount }) =>
      mask ? { mask: hex(mask), amount: hex(amount) } : { amount: hex(amount) },
    ),
    outPk: hexes(outputCommitments),
  }
  if (!prunable) return { rct_signatures: base }
  const { rangeProofs, bulletproofs, bulletproofsPlus, mlsags, clsags } = prunable
  return {
    rct_signatures: base,
    rctsig_prunable: {
      ...(type <= 2 && {
        rangeSigs: rangeProofs.map(({ s0, s1, ee, commitments }) => ({
          asig: hex(s0) + hex(s1) + hex(ee),
          Ci: hex(commitments),
        })),
      }),
      ...(type >= 3 && { nbp: bulletproofs.length + bulletproofsPlus.length }),
      ...(type >= 3 && type <= 5 && { bp: bulletproofs.map(proofJson) }),
      ...(type === 6 && { bpp: bulletproofsPlus.map(proofJson) }),
      ...(type <= 4 && { MGs: mlsags.map(({ ss, cc }) => ({ ss: ss.map(hexes), cc: hex(cc) })) }),
      ...(type >= 5 && {
        CLSAGs: clsags.map(({ s, c1, D }) => ({ s: hexes(s), c1: hex(c1), D: hex(D) })),
      }),
      ...(type >= 3 && { pseudoOuts: hexes(prunable.pseudoOutputs) }),
    },
  }
}

const proofJson = (proof: Bulletproof | BulletproofPlus) =>
  Object.fromEntries(
    Object.entries(proof).map(([name, part]) => [
      name,
      Array.isArray(part) ? hexes(part) : hex(part),
    ]),
  )

export const blockJson = (block: Block) => ({
  major_version: block.majorVersion,
  minor_version: block.minorVersion,
  timestamp: Number(block.timestamp),
  prev_id: hex(block.prevId),
  nonce: block.nonce,
  miner_tx: transactionJson(block.minerTx),
  tx_hashes: hexes(block.txHashes),
})
