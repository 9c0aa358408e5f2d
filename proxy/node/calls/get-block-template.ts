/**
 * Block templates for `get_block_template` and `generateblocks`.
 *
 * @module
 * @see monero src/rpc/core_rpc_server.cpp on_getblocktemplate
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import type { Address } from '#protocol/address.ts'
import { blockHashingBlob } from '#protocol/chain/block.ts'
import { varint } from '#protocol/chain/varint.ts'
import type { rpc } from '#protocol/daemon/calls.ts'
import type { Value } from '#protocol/fields.ts'
import { nextSeedHeight } from '#protocol/rules/seed-height.ts'
import type { NodeContext } from '../context.ts'
import type { Template } from '../template/types.ts'
import { parseNodeAddress } from './node-address.ts'
import { NodeRpcError } from './errors.ts'
import { bytesOf, idOf } from './hex-params.ts'
import { okStatus } from './ok-status.ts'
import { difficultyFields } from './uint128.ts'

type Params = Value<typeof rpc.get_block_template.params>

export function getBlockTemplate(context: NodeContext, params: Params) {
  checkSizes(params)
  const address = minerAddressOf(context, params.wallet_address)
  const reserved = reservedBytes(params)
  const template = templateFor(context, address, reserved, params.prev_block)
  const { block, blob, height, difficulty, expectedReward } = template
  const seeds = seedsOf(context, template)
  return {
    ...okStatus,
    ...difficultyFields(difficulty),
    height,
    reserved_offset: reserved.length > 0 ? BigInt(reservedOffset(template, reserved)) : 0n,
    expected_reward: expectedReward,
    prev_hash: bytesToHex(block.prevId),
    seed_height: seeds.height,
    blocktemplate_blob: bytesToHex(blob),
    blockhashing_blob: bytesToHex(blockHashingBlob(block)),
    seed_hash: seeds.id,
    next_seed_hash: seeds.nextId === seeds.id ? '' : seeds.nextId,
  }
}

function checkSizes({ reserve_size, extra_nonce }: Params): void {
  if (reserve_size > 255n)
    throw new NodeRpcError('TOO_BIG_RESERVE_SIZE', 'Too big reserved size, maximum 255')
  if (reserve_size > 0n && extra_nonce !== '')
    throw new NodeRpcError('WRONG_PARAM', 'Cannot specify both a reserve_size and an extra_nonce')
  if (extra_nonce.length > 510)
    throw new NodeRpcError(
      'TOO_BIG_RESERVE_SIZE',
      'Too big extra_nonce size, maximum 510 hex chars',
    )
}

function reservedBytes({ reserve_size, extra_nonce }: Params): Uint8Array {
  if (extra_nonce === '') return new Uint8Array(Number(reserve_size))
  const nonce = bytesOf(extra_nonce)
  if (nonce) return nonce
  throw new NodeRpcError('WRONG_PARAM', 'Parameter extra_nonce should be a hex string')
}

/** The address that a template pays. @throws NodeRpcError with monero's message. */
export function minerAddressOf(context: NodeContext, walletAddress: string): Address {
  const address = parseNodeAddress(context, walletAddress)
  if (!address) throw new NodeRpcError('WRONG_WALLET_ADDRESS', 'Failed to parse wallet address')
  if (address.kind === 'subaddress')
    throw new NodeRpcError('MINING_TO_SUBADDRESS', 'Mining to subaddress is not supported yet')
  return address
}

/** A template that pays an address. @throws NodeRpcError with monero's message. */
export function templateFor(
  context: NodeContext,
  address: Address,
  reserved: Uint8Array,
  prevBlock: string,
): Template {
  const prevId = prevBlock === '' ? undefined : idOf(prevBlock)
  if (prevBlock !== '' && prevId === undefined)
    throw new NodeRpcError('INTERNAL_ERROR', 'Invalid prev_block')
  const template = context.templates.make(address, reserved, prevId)
  if (template) return template
  throw new NodeRpcError('INTERNAL_ERROR', 'Internal error: failed to create block template')
}

/** Offset of the reserved bytes: after the public key, a tag and the length as a varint. */
function reservedOffset({ blob, txPublicKey }: Template, reserved: Uint8Array): number {
  const at = bytesToHex(blob).indexOf(bytesToHex(txPublicKey)) / 2
  return at + txPublicKey.length + 1 + varint(reserved.length).length
}

/** The RandomX seeds for a block and for the blocks after the next change. */
function seedsOf({ chain, seedEpoch }: NodeContext, { height, seed }: Template) {
  const next = nextSeedHeight(height, seedEpoch)
  return { ...seed, nextId: next === seed.height ? seed.id : (chain.idAt(next) ?? '') }
}
