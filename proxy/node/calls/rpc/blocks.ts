/**
 * Blocks and their headers.
 *
 * @module
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import { blockJson } from '#protocol/chain/decoded.ts'
import { parseBlock } from '#protocol/chain/block.ts'
import type { Backend } from '#protocol/contract.ts'
import { rpc } from '#protocol/daemon/calls.ts'
import type * as contracts from '#protocol/daemon/rpc/blocks.ts'
import { rangeRefusal } from '../../../restricted.ts'
import type { StoredBlock } from '../../blockchain/types.ts'
import type { NodeContext } from '../../context.ts'
import { alternateChains } from '../alternate-chains.ts'
import { NodeRpcError, StatusError, unsupportedWithBootstrap } from '../errors.ts'
import { generateBlocks } from '../generate-blocks.ts'
import { headerFrom, headerOf } from '../block-headers.ts'
import { idOf } from '../hex-params.ts'
import { okStatus, okPaid } from '../ok-status.ts'

export const rpcBlocks = (context: NodeContext) => {
  const { chain } = context
  return {
    get_block_count() {
      if (context.bootstrap.isOn()) throw new StatusError(unsupportedWithBootstrap)
      return { ...okStatus, count: chain.height() }
    },
    on_get_block_hash({ value }) {
      if (context.bootstrap.isOn()) return { value: unsupportedWithBootstrap }
      const [height] = value
      if (height === undefined || value.length !== 1)
        throw new NodeRpcError('WRONG_PARAM', 'Wrong parameters, expected height')
      return { value: chain.idAt(height) ?? tooHigh(context, height) }
    },
    async get_last_block_header({ fill_pow_hash }) {
      const top = blockAt(context, chain.height() - 1n)
      return { ...okPaid, block_header: await headerOf(context, top, fill_pow_hash) }
    },
    async get_block_header_by_hash({ hash, hashes, fill_pow_hash }) {
      const header = (hex: string) => headerOf(context, blockOf(context, hex), fill_pow_hash)
      return {
        ...okPaid,
        block_header: hash === '' ? blankHeader : await header(hash),
        block_headers: await oneByOne(hashes, header),
      }
    },
    async get_block_header_by_height({ height, fill_pow_hash }) {
      const block = blockAt(context, height)
      return { ...okPaid, block_header: await headerOf(context, block, fill_pow_hash) }
    },
    async get_block_headers_range({ start_height, end_height, fill_pow_hash }) {
      if (end_height >= chain.height() || start_height > end_height)
        throw new NodeRpcError('TOO_BIG_HEIGHT', 'Invalid start/end heights.')
      const contract = rpc.get_block_headers_range
      const range = { start_height, end_height }
      const refusal = context.restricted ? rangeRefusal(contract, range) : undefined
      if (refusal) throw new NodeRpcError('RESTRICTED', refusal.message)
      if (!fill_pow_hash) {
        const infos = chain.infos(start_height, end_height)
        const headers = infos.map((info) => headerFrom(context, { info, orphan: false }, ''))
        return { ...okPaid, headers }
      }
      const heights = Array.from(
        { length: Number(end_height - start_height) + 1 },
        (_, at) => start_height + BigInt(at),
      )
      const headers = await oneByOne(heights, (height) =>
        headerOf(context, blockAt(context, height), true),
      )
      return { ...okPaid, headers }
    },
    async get_block({ hash, height, fill_pow_hash }) {
      const stored = hash === '' ? blockAt(context, height) : blockOf(context, hash)
      const block = parseBlock(stored.blob)
      const block_header = await headerOf(context, stored, fill_pow_hash)
      return {
        ...okPaid,
        block_header,
        miner_tx_hash: block_header.miner_tx_hash,
        tx_hashes: block.txHashes.map(bytesToHex),
        blob: bytesToHex(stored.blob),
        json: blockJson(block),
      }
    },
    generateblocks: (params) => generateBlocks(context, params),
    get_alternate_chains: () => ({ ...okStatus, chains: alternateChains(chain) }),
  } satisfies Backend<typeof contracts>
}

function blockAt(context: NodeContext, height: bigint): StoredBlock {
  const { chain } = context
  const info = chain.infoAt(height)
  const blob = info && chain.blobAt(height)
  return info && blob ? { info, blob, orphan: false } : tooHigh(context, height)
}

function tooHigh({ chain }: NodeContext, height: bigint): never {
  throw new NodeRpcError(
    'TOO_BIG_HEIGHT',
    `Requested block height: ${height} greater than current top block height: ${chain.height() - 1n}`,
  )
}

function blockOf({ chain }: NodeContext, hex: string): StoredBlock {
  const id = idOf(hex)
  if (id === undefined)
    throw new NodeRpcError(
      'WRONG_PARAM',
      `Failed to parse hex representation of block hash. Hex = ${hex}.`,
    )
  const block = chain.block(id)
  if (!block)
    throw new NodeRpcError(
      'INTERNAL_ERROR',
      `Internal error: can't get block by hash. Hash = ${hex}.`,
    )
  return block
}

// Proofs of work run one at a time, because each of them keeps the machine busy.
async function oneByOne<T, U>(items: readonly T[], act: (item: T) => Promise<U>): Promise<U[]> {
  const done: U[] = []
  for (const item of items) done.push(await act(item))
  return done
}

/** The header in answers to requests without a hash. Weights of 0 are left out. */
const blankHeader = {
  major_version: 0,
  minor_version: 0,
  timestamp: 0n,
  prev_hash: '',
  nonce: 0,
  orphan_status: false,
  height: 0n,
  depth: 0n,
  hash: '',
  difficulty: 0n,
  wide_difficulty: '',
  difficulty_top64: 0n,
  cumulative_difficulty: 0n,
  wide_cumulative_difficulty: '',
  cumulative_difficulty_top64: 0n,
  reward: 0n,
  block_size: 0n,
  num_txes: 0n,
  pow_hash: '',
  miner_tx_hash: '',
}
