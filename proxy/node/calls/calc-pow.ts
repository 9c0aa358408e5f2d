/**
 * `calc_pow`: the proof of work of any block.
 *
 * @module
 * @see monero src/rpc/core_rpc_server.cpp on_calcpow
 */
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import type { rpc } from '#protocol/daemon/calls.ts'
import type { Value } from '#protocol/fields.ts'
import { seedHeight } from '#protocol/rules/seed-height.ts'
import type { NodeContext } from '../context.ts'
import { NodeRpcError } from './errors.ts'
import { bytesOf } from './hex-params.ts'
import { isTooLong } from './submit-block.ts'

type Params = Value<typeof rpc.calc_pow.params>

export async function calcPow(context: NodeContext, params: Params) {
  const { major_version: majorVersion, height, block_blob, seed_hash } = params
  const blob = bytesOf(block_blob)
  if (!blob) throw new NodeRpcError('WRONG_BLOCKBLOB', 'Wrong block blob')
  if (isTooLong(context, blob))
    throw new NodeRpcError('WRONG_BLOCKBLOB_SIZE', 'Block blob size is too big, rejecting block')
  const given = seed_hash === '' ? ownSeed(context, height) : bytesOf(seed_hash)
  if (given?.length !== 32) throw new NodeRpcError('WRONG_PARAM', 'Wrong seed hash')
  const hash = await context.pow.hash(blob, { majorVersion, height, seedHash: given })
  return { value: bytesToHex(hash) }
}

const ownSeed = ({ chain, seedEpoch }: NodeContext, height: bigint) =>
  hexToBytes(chain.idAt(seedHeight(height, seedEpoch)) ?? '00'.repeat(32))
