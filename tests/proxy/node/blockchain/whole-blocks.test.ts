import { describe, expect, test } from 'vitest'
import { parseBlock } from '#protocol/chain/block.ts'
import { wholeBlocks } from '../../../../proxy/node/blockchain/whole-blocks.ts'
import { makeBlock, makeTransaction } from '../../../support/chains/block-builder.ts'
import { openWithPorts } from '../../../support/chains/in-memory-blockchain.ts'

// Five blocks above the genesis block, with 0, 2, 0, 1 and 0 transactions.
const made = [[], [makeTransaction(1), makeTransaction(2)], [], [makeTransaction(3)], []]
const { chain, ports } = await openWithPorts({ check: () => undefined })
for (const transactions of made) {
  const block = makeBlock(chain, { transactions })
  await chain.addBlock(block.blob, block.transactions)
}
const read = (first: number, batch?: number, prunable = true) => [
  ...wholeBlocks(ports.store, first, { prunable, batch }),
]

describe('wholeBlocks', () => {
  test('returns every block with its own transactions, whatever the batch', () => {
    const blocks = read(0)
    expect(blocks.map(({ height }) => height)).toEqual([0n, 1n, 2n, 3n, 4n, 5n])
    const bytes = blocks.map(({ transactions }) =>
      transactions.map(({ pruned, prunable }) => Uint8Array.of(...pruned, ...prunable!)),
    )
    expect(bytes).toEqual([[], ...made.map((txs) => txs.map(({ blob }) => blob))])
    for (const batch of [1, 2, 3, 6, 7]) expect(read(0, batch)).toEqual(blocks)
  })

  test('starts at a height, and returns nothing above the top', () => {
    expect(read(4, 2)).toEqual(read(0).slice(4))
    expect([read(6), read(6, 1)]).toEqual([[], []])
  })

  test('leaves out prunable parts on request', () => {
    const parts = read(0, 3, false).flatMap(({ transactions }) => transactions)
    expect(parts.map(({ prunable }) => prunable)).toEqual([undefined, undefined, undefined])
    expect(parts.map(({ pruned }) => pruned)).toEqual(
      made.flat().map(({ blob, baseSize }) => blob.slice(0, baseSize)),
    )
  })

  test('has the global index of each miner output', () => {
    // That of the genesis block is the only one of its amount.
    expect(read(0).map(({ minerOutputIndices }) => minerOutputIndices)).toEqual(
      [0n, 0n, 1n, 2n, 3n, 4n].map((index) => [index]),
    )
    const [, , block] = read(0)
    expect(parseBlock(block!.blob).minerTx.inputs).toEqual([{ kind: 'gen', height: 2n }])
    expect(block!.transactions.map(({ outputIndices }) => outputIndices)).toEqual([
      [0n, 1n],
      [2n, 3n],
    ])
  })
})
