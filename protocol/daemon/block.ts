import { bool, bytes, Field, list, object, u64 } from '../fields.ts'
import { hash } from './packed.ts'

const blobOf = object({ blob: bytes, prunable_hash: hash.optional() })

/** A transaction: its bytes only, or a pruned transaction with the hash of the missing part. */
export const transactionBlob = new Field<{
  blob: Uint8Array
  prunable_hash: Uint8Array | undefined
}>(
  'object',
  blobOf.schema,
  (value, path) =>
    value instanceof Uint8Array || typeof value === 'string'
      ? { blob: bytes.parse(value, path), prunable_hash: undefined }
      : blobOf.parse(value, path),
  { bareMember: 'blob', fields: blobOf.inside.fields! },
)

/** @see monero src/cryptonote_protocol/cryptonote_protocol_defs.h block_complete_entry */
export const completeBlock = object({
  pruned: bool.default(false),
  block: bytes,
  block_weight: u64.default(0n).describe('Only for pruned blocks.'),
  txs: list(transactionBlob).default([]).describe('In the order of the block.'),
})
