import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import { beforeAll, describe, expect, test } from 'vitest'
import { parseBlock } from '#protocol/chain/block.ts'
import { parseExtra } from '#protocol/chain/extra.ts'
import type { OwnNode } from '../../../support/daemons/in-process-node.ts'
import {
  expectAsRecorded,
  recordedNode,
  recordingsOf,
} from '../../../support/daemons/recorded-node.ts'

let node: OwnNode
let top: string
beforeAll(async () => {
  node = await recordedNode()
  top = (await node.call('get_block', { height: 5 })).blob
})

/** Chains with the ids of the first blocks, and hashes of their own. */
const chains = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    id: node.context.chain.idAt(BigInt(at))!,
    hash: `${at}${at}`.repeat(32),
  }))

/** @see monero src/cryptonote_basic/merge_mining.cpp get_aux_slot */
function slotsOf(ids: readonly string[], nonce: number): number[] {
  const tail = Uint8Array.of(nonce & 255, nonce >> 8, 0, 0, 'm'.charCodeAt(0))
  return ids.map((id) => {
    const [a, b, c, d] = sha256(concatBytes(hexToBytes(id), tail))
    return Number(
      (BigInt(d!) * 2n ** 24n + BigInt((c! << 16) | (b! << 8) | a!)) % BigInt(ids.length),
    )
  })
}
const areApart = (slots: readonly number[]) => new Set(slots).size === slots.length

const mergeMining = (hex: string) =>
  parseExtra(parseBlock(hexToBytes(hex)).minerTx.extra).fields.filter(
    ({ kind }) => kind === 'mergeMining',
  )

describe('add_aux_pow', () => {
  // The cap of restricted nodes is newer than the recording.
  test.each(recordingsOf('add_aux_pow').filter(([, { restricted }]) => !restricted))(
    'answers as monerod: %s',
    (_, recording) => expectAsRecorded(recording, [], node),
  )

  test.each([1, 2, 3, 4, 5, 6])('%i chains: the depth encodes the lowest nonce', async (count) => {
    const aux_pow = chains(count)
    const { merkle_tree_depth } = await node.call('add_aux_pow', {
      blocktemplate_blob: top,
      aux_pow,
    })
    // monero src/cryptonote_basic/merge_mining.cpp decode_mm_depth
    const depth = Number(merkle_tree_depth)
    const bits = 1 + (depth & 7)
    expect(1 + ((depth >> 3) & (2 ** bits - 1))).toBe(count)
    const nonce = depth >> (3 + bits)
    const ids = aux_pow.map(({ id }) => id)
    expect(areApart(slotsOf(ids, nonce))).toBe(true)
    for (let lower = 0; lower < nonce; lower++) expect(areApart(slotsOf(ids, lower))).toBe(false)
  })

  test('replaces the merkle root of an earlier call', async () => {
    const first = await node.call('add_aux_pow', { blocktemplate_blob: top, aux_pow: chains(1) })
    const { blocktemplate_blob, merkle_root } = await node.call('add_aux_pow', {
      blocktemplate_blob: first.blocktemplate_blob,
      aux_pow: chains(2),
    })
    expect(mergeMining(first.blocktemplate_blob)).toMatchObject([
      { merkleRoot: hexToBytes(first.merkle_root) },
    ])
    expect(mergeMining(blocktemplate_blob)).toMatchObject([{ merkleRoot: hexToBytes(merkle_root) }])
    expect(blocktemplate_blob).toHaveLength(first.blocktemplate_blob.length)
  })
})
