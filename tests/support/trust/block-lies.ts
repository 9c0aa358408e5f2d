/**
 * Lies about blocks, each played while a wallet refreshes. The wallet refuses the answer, and nothing changes.
 *
 * @module
 */
import { parseBlock, writeBlock, type ParsedBlock } from '#protocol/chain/block.ts'
import { minerPaying, relinked } from '../chains/false-blocks.ts'
import type { BlocksAnswer } from '../daemons/lying-daemon.ts'
import { ofBlocks, ofJson, type Lie, type LieContext } from './lie.ts'

type Entry = BlocksAnswer['blocks'][number]
type Change = (answer: BlocksAnswer, context: LieContext) => Partial<BlocksAnswer>

/** The position of the first block that the wallet does not know. */
const firstNew = (answer: BlocksAnswer, { height }: LieContext) =>
  Number(height - answer.start_height)

/** Changes the first new block. */
const newBlock =
  (edit: (entry: Entry) => Partial<Entry>): Change =>
  (answer, context) => {
    const position = firstNew(answer, context)
    const blocks = answer.blocks.map((entry, at) =>
      at === position ? { ...entry, ...edit(entry) } : entry,
    )
    return { ...answer, blocks }
  }

const rewritten = (edit: (block: ParsedBlock) => Partial<ParsedBlock>): Change =>
  newBlock(({ block }) => {
    const parsed = parseBlock(block)
    return { block: writeBlock({ ...parsed, ...edit(parsed) }) }
  })

/** Changes the first new block, and makes the blocks after it follow it. */
const followed =
  (edit: (block: ParsedBlock) => Partial<ParsedBlock>): Change =>
  (answer, context) => {
    const position = firstNew(answer, context)
    const blobs = answer.blocks.slice(position).map(({ block }) => block)
    const changed = relinked(blobs, (block, at) => (at === 0 ? edit(block) : {}))
    const blocks = answer.blocks.map((entry, at) =>
      at < position ? entry : { ...entry, block: changed[at - position]! },
    )
    return { blocks }
  }

const transactions = (edit: (blob: Uint8Array) => Uint8Array): Change =>
  newBlock(({ txs }) => ({ txs: txs.map((tx) => ({ ...tx, blob: edit(tx.blob) })) }))

/** Changes the output indices of the first new block. */
const newIndices =
  (edit: (indices: BlocksAnswer['output_indices'][number]['indices']) => object[]): Change =>
  (answer, context) => {
    const position = firstNew(answer, context)
    const changed = answer.output_indices.map((entry, at) =>
      at === position ? { indices: edit(entry.indices) as typeof entry.indices } : entry,
    )
    return { ...answer, output_indices: changed }
  }

const without = <T>(list: readonly T[], at: number) => list.filter((_, index) => index !== at)

export const blockLies: readonly Lie[] = [
  ofBlocks(
    'a wrong height of the first block',
    'the answer of daemon … is not to be trusted: the miner transaction of block … is of another height',
    (answer) => ({
      ...answer,
      start_height: answer.start_height + 1n,
    }),
  ),
  ofBlocks(
    'one block left out',
    'the answer of daemon … is not to be trusted: block … does not follow block …',
    (answer, context) => ({
      ...answer,
      blocks: without(answer.blocks, firstNew(answer, context)),
      output_indices: without(answer.output_indices, firstNew(answer, context)),
    }),
  ),
  ofBlocks(
    'a block with another previous block',
    'the answer of daemon … is not to be trusted: block … does not follow block …',
    rewritten(() => ({ prevId: new Uint8Array(32).fill(7) })),
  ),
  ofBlocks(
    'a block with another nonce before its successor',
    'the answer of daemon … is not to be trusted: block … does not follow block …',
    rewritten(({ nonce }) => ({ nonce: nonce ^ 1 })),
  ),
  ofBlocks(
    'a block of unknown consensus rules',
    'Unexpected hard fork version v17 at height …. This wallet supports versions up to v16. Check for an update.',
    rewritten(() => ({ majorVersion: 17 })),
  ),
  ofBlocks(
    'a block of another version than its height has',
    'the answer of daemon … is not to be trusted: block … has version 15, and version 16 applies at its height',
    followed(() => ({ majorVersion: 15 })),
  ),
  ofBlocks(
    'a block three hours in the future',
    'the answer of daemon … is not to be trusted: the timestamp of block … is more than two hours ahead of the clock of this device. Check the clock, or choose another daemon',
    followed(() => ({ timestamp: BigInt(Math.floor(Date.now() / 1000)) + 10_800n })),
  ),
  ofBlocks(
    'a block older than the median of the 60 blocks before it',
    'the answer of daemon … is not to be trusted: the timestamp of block … is below the median of the 60 blocks before it',
    followed(() => ({ timestamp: 1_600_000_000n })),
  ),
  ofBlocks(
    'a block that pays its miner more than reward and fees',
    'the answer of daemon … is not to be trusted: block … pays its miner … piconero, and reward and fees are at most …',
    followed((block) => minerPaying(block, 40_000_000_000_000n)),
  ),
  ofBlocks(
    'a block that pays its miner more than 64 bits can count',
    'the answer of daemon … is not to be trusted: a block pays its miner … piconero',
    followed((block) => minerPaying(block, 2n ** 64n - 1n, 1n)),
  ),
  ofBlocks(
    'a block without its last byte',
    'the answer of daemon … is not to be trusted: transaction ids: expected … items, got … bytes',
    newBlock(({ block }) => ({ block: block.slice(0, -1) })),
  ),
  ofBlocks(
    'a block of random bytes',
    'the answer of daemon … is not to be trusted: major version: varint overflows 8 bits',
    newBlock(({ block }) => ({ block: block.map((byte) => byte ^ 0xff) })),
  ),
  ofBlocks(
    'a block without its transactions',
    'the answer of daemon … is not to be trusted: block …: expected 2 transactions, got 0',
    newBlock(() => ({ txs: [] })),
  ),
  ofBlocks(
    'the transactions of a block twice',
    'the answer of daemon … is not to be trusted: block …: expected 2 transactions, got 4',
    newBlock(({ txs }) => ({ txs: [...txs, ...txs] })),
  ),
  ofBlocks(
    'a transaction without its last byte',
    'the answer of daemon … is not to be trusted: output commitment: expected … bytes at offset …, got …',
    transactions((blob) => blob.slice(0, -1)),
  ),
  ofBlocks(
    'a transaction of random bytes',
    'the answer of daemon … is not to be trusted: transaction version: expected 1 or 2, got …',
    transactions((blob) => blob.map((byte) => byte ^ 0x40)),
  ),
  ofBlocks(
    'the output indices of fewer blocks',
    'the answer of daemon … is not to be trusted: … blocks with output indices of …',
    (answer) => ({
      ...answer,
      output_indices: answer.output_indices.slice(1),
    }),
  ),
  ofBlocks(
    'the output indices of fewer transactions',
    'the answer of daemon … is not to be trusted: block …: expected output indices of 3 transactions, got 2',
    newIndices((indices) => indices.slice(1)),
  ),
  ofBlocks(
    'no output index for the outputs of a transaction',
    'the answer of daemon … is not to be trusted: output indices of a transaction in block … are not one an output',
    newIndices((indices) => indices.map(() => ({ indices: [] }))),
  ),
  ofBlocks(
    'one output index that skips a number',
    'the answer of daemon … is not to be trusted: output indices do not run on from one output to the next: expected … in block …, got …. If other daemons are refused for the same reason, rescan the wallet',
    newIndices((indices) =>
      indices.map(({ indices: each }, at) => ({
        indices: at === 1 ? each.map((index) => index + 1n) : each,
      })),
    ),
  ),
  ofBlocks(
    'output indices that are shifted for a whole answer',
    'the answer of daemon … is not to be trusted: output indices do not run on from one output to the next: expected … in block …, got …. If other daemons are refused for the same reason, rescan the wallet',
    (answer) => ({
      output_indices: answer.output_indices.map(({ indices }) => ({
        indices: indices.map(({ indices: each }) => ({ indices: each.map((at) => at + 1_000n) })),
      })),
    }),
  ),
  ofBlocks(
    'an answer without blocks',
    'the answer of daemon … is not to be trusted: it holds no blocks',
    (answer) => ({
      ...answer,
      blocks: [],
      output_indices: [],
    }),
  ),
  ofJson(
    '/json_rpc:get_info',
    'another network',
    'the daemon is on stagenet, the wallet on fakechain',
    () => ({ nettype: 'stagenet', stagenet: true }),
  ),
  ofJson(
    '/json_rpc:get_info',
    'a chain without blocks',
    'the answer of daemon … is not to be trusted: its chain has no first block',
    () => ({ height: 0 }),
  ),
  ofJson(
    '/json_rpc:get_info',
    'a height that is not a number',
    'daemon: get_info: height: expected u64, got string of …',
    () => ({ height: 'high' }),
  ),
  ofJson(
    '/json_rpc:get_info',
    'an answer without a height',
    'daemon: get_info: height: expected u64, got nothing',
    () => ({ height: undefined }),
  ),
]
