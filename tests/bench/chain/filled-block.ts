/**
 * Blocks with as many bytes as those of mainnet, on a private chain without transactions.
 *
 * @module
 */
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import { parseBlock, writeBlock } from '#protocol/chain/block.ts'
import { Writer } from '#protocol/chain/writer.ts'
import type { DaemonClient } from '../../support/network/http-client.ts'
import { minerAddress } from '../../support/programs/monerod.ts'

/** A field of `extra` that wallets and nodes keep and do not read. @see monero src/cryptonote_basic/tx_extra.h TX_EXTRA_MYSTERIOUS_MINERGATE_TAG */
const fillingTag = 0xde

/** Adds a block whose miner transaction has `bytes` of filling. The node must have difficulty 1. */
export async function mineFilled(node: DaemonClient, bytes: number): Promise<void> {
  const { blocktemplate_blob } = await node.call('get_block_template', {
    wallet_address: minerAddress,
    reserve_size: 0,
  })
  const { minerTx, ...block } = parseBlock(hexToBytes(blocktemplate_blob))
  const { extra, blob } = minerTx
  // Extra is the last field but one. The last one is a zero byte: no RingCT.
  const before = blob.slice(0, -(varint(extra.length).length + extra.length + 1))
  const filled = concatBytes(
    extra,
    Uint8Array.of(fillingTag),
    varint(bytes),
    new Uint8Array(bytes).fill(1),
  )
  const minerBlob = concatBytes(before, varint(filled.length), filled, Uint8Array.of(0))
  const mined = writeBlock({ ...block, minerTx: { ...minerTx, extra: filled, blob: minerBlob } })
  await node.call('submit_block', [bytesToHex(mined)])
}

const varint = (value: number) => new Writer().varint(value).bytes()
