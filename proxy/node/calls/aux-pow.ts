/**
 * `add_aux_pow`: merge mining.
 *
 * @module
 * @see monero src/rpc/core_rpc_server.cpp on_add_aux_pow, src/cryptonote_basic/merge_mining.cpp
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import { blockHashingBlob, writeBlock } from '#protocol/chain/block.ts'
import { parseExtra, writeExtra } from '#protocol/chain/extra.ts'
import { parseTransaction } from '#protocol/chain/transaction.ts'
import { treeHash } from '#protocol/chain/tree.ts'
import { writeTransaction } from '#protocol/chain/write.ts'
import type { rpc } from '#protocol/daemon/calls.ts'
import type { Value } from '#protocol/fields.ts'
import { joinBytes } from '#protocol/bytes.ts'
import type { NodeContext } from '../context.ts'
import { NodeRpcError } from './errors.ts'
import { bytesOf, idOf } from './hex-params.ts'
import { okStatus } from './ok-status.ts'
import { readBlock } from './submit-block.ts'

type Params = Value<typeof rpc.add_aux_pow.params>

export function addAuxPow({ restricted }: NodeContext, { blocktemplate_blob, aux_pow }: Params) {
  if (aux_pow.length === 0) throw new NodeRpcError('WRONG_PARAM', 'Empty aux pow hash vector')
  const chains = aux_pow.map(({ id, hash }) => ({
    id: hashOf(id, 'Invalid aux pow id'),
    hash: hashOf(hash, 'Invalid aux pow hash'),
  }))
  const nonce = findNonce(
    chains.map(({ id }) => id),
    restricted ? 16_384 : 65_535,
  )
  const root = treeHash(chains.map(({ hash }) => hash))
  const depth = encodeDepth(chains.length, nonce)
  const block = withMergeMining(blocktemplate_blob, root)
  return {
    ...okStatus,
    blocktemplate_blob: bytesToHex(writeBlock(block)),
    blockhashing_blob: bytesToHex(blockHashingBlob(block)),
    merkle_root: bytesToHex(root),
    merkle_tree_depth: depth,
    aux_pow,
  }
}

function hashOf(hex: string, otherwise: string): Uint8Array {
  const id = idOf(hex)
  if (id === undefined) throw new NodeRpcError('WRONG_PARAM', otherwise)
  return hexToBytes(id)
}

/** The first nonce that gives each chain a different slot. */
function findNonce(ids: readonly Uint8Array[], most: number): number {
  for (let nonce = 0; nonce <= most; nonce++) {
    const slots = new Set(ids.map((id) => slotOf(id, nonce, ids.length)))
    if (slots.size === ids.length) return nonce
  }
  throw new NodeRpcError('INTERNAL_ERROR', 'Failed to find a suitable nonce')
}

/** @see monero src/cryptonote_basic/merge_mining.cpp get_aux_slot */
function slotOf(id: Uint8Array, nonce: number, chains: number): number {
  const tail = new Uint8Array(5)
  new DataView(tail.buffer).setUint32(0, nonce, true)
  tail[4] = 'm'.charCodeAt(0)
  const hash = sha256(concatBytes(id, tail))
  return new DataView(hash.buffer, hash.byteOffset).getUint32(0, true) % chains
}

/** Bit length of the number of chains, the number minus one, and the nonce, in 32 bits. */
function encodeDepth(chains: number, nonce: number): number {
  let bits = 1
  while (1 << bits < chains && bits < 16) bits++
  return ((bits - 1) | ((chains - 1) << 3) | (nonce << (3 + bits))) >>> 0
}

function withMergeMining(hex: string, root: Uint8Array) {
  const blob = bytesOf(hex)
  if (!blob) throw new NodeRpcError('WRONG_PARAM', 'Invalid blocktemplate_blob')
  const block = readBlock(blob)
  if (!block) throw new NodeRpcError('WRONG_BLOCKBLOB', 'Wrong blocktemplate_blob')
  const { fields, rest } = parseExtra(block.minerTx.extra)
  if (rest.length > 0)
    throw new NodeRpcError('INTERNAL_ERROR', 'Error removing existing merkle root')
  const others = fields.filter(({ kind }) => kind !== 'mergeMining')
  const kept = others.map((field) => writeExtra([field]))
  // The reference returns the depth but writes 0 here. Miners insert the depth themselves.
  const extra = joinBytes([...kept, Uint8Array.of(3, 33, 0), root])
  return { ...block, minerTx: parseTransaction(writeTransaction({ ...block.minerTx, extra })) }
}
