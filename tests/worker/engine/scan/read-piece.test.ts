import { describe, expect, test } from 'vitest'
import { parseBlock, writeBlock, type ParsedBlock } from '#protocol/chain/block.ts'
import { parseTransaction } from '#protocol/chain/transaction.ts'
import { keysOfSeed } from '../../../../worker/engine/keys/account.ts'
import { readPiece, WholeTransactionsNeeded } from '../../../../worker/engine/scan/read-piece.ts'
import {
  blockNaming,
  contentOf,
  cutAnswer,
  blocksAnswer,
  pieceOf,
  type BlocksContent,
} from '../../../support/chains/block-pieces.ts'
import { recordedSpends } from '../../../support/chains/recorded-transactions.ts'
import { ScriptedChain } from '../../../support/chains/scripted-chain.ts'
import { testSeed } from '../../../support/wallets/test-wallet.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'

const crypto = await testCrypto()
const chain = new ScriptedChain(crypto, keysOfSeed(crypto, testSeed))
const pay = () => chain.pay({ payments: [{ amount: 1n }] })
chain.mine([pay()]).mine([pay(), pay()]).mine()

/** The chain with other content of the block at a height. */
const withBlock = (height: number, change: (block: ParsedBlock) => Partial<ParsedBlock>) => {
  const content = contentOf(chain)
  const entry = content.blocks[height - 1]!
  const block = parseBlock(entry.block)
  entry.block = writeBlock({ ...block, ...change(block) })
  return content
}
const withTransactions = (
  height: number,
  change: (txs: BlocksContent['blocks'][number]['txs']) => BlocksContent['blocks'][number]['txs'],
) => {
  const content = contentOf(chain)
  const entry = content.blocks[height - 1]!
  entry.txs = change(entry.txs)
  return content
}

describe('readPiece', () => {
  test('reads the positions of every transaction, and of the id that names it', () => {
    const slice = readPiece(pieceOf(contentOf(chain)), crypto)
    const bytesAt = (at: number, end = at + 32) => slice.bytes.slice(at, end)
    expect([slice.height, [...slice.firstTransaction]]).toEqual([1n, [0, 2, 5, 6]])
    const given = chain.blocks.flatMap(({ txs }) => [undefined, ...txs])
    for (const [at, tx] of given.entries()) {
      if (!tx) {
        expect([slice.namedIds[at], slice.prunableHashes[at]]).toEqual([0, 0])
        continue
      }
      expect(bytesAt(slice.transactions[at]!, slice.transactionEnds[at])).toEqual(tx.blob)
      expect(bytesAt(slice.prunableHashes[at]!)).toEqual(tx.prunableHash)
      expect(Buffer.from(bytesAt(slice.namedIds[at]!)).toString('hex')).toBe(tx.txid)
    }
  })

  test('follows the block before it', () => {
    const piece = pieceOf(contentOf(chain, 2))
    const previous = { top: 2n, id: chain.blocks[0]!.id }
    expect(readPiece(piece, crypto, previous).height).toBe(2n)
    expect(() => readPiece(piece, crypto, { top: 2n, id: chain.blocks[1]!.id })).toThrow(
      'block 2 does not follow block 1',
    )
    expect(() => readPiece(piece, crypto, { ...previous, top: 3n })).toThrow(
      'the miner transaction of block 3 is of another height',
    )
  })

  const others = new ScriptedChain(crypto, keysOfSeed(crypto, testSeed)).mine().mine()
  test.each<[string, BlocksContent, string]>([
    [
      'a block that names another before it',
      withBlock(2, () => ({ prevId: chain.blocks[2]!.id })),
      'block 2 does not follow block 1',
    ],
    [
      'another block in the middle',
      withBlock(2, () => ({ nonce: 99 })),
      'block 3 does not follow block 2',
    ],
    [
      'a miner transaction of another height',
      withBlock(3, () => ({ minerTx: parseBlock(others.blocks[1]!.blob).minerTx })),
      'the miner transaction of block 3 is of another height',
    ],
    [
      'a payment in place of the miner transaction',
      withBlock(1, () => ({ minerTx: parseTransaction(recordedSpends[0]!.blob) })),
      'the miner transaction of a block is not one',
    ],
    [
      'fewer transactions',
      withTransactions(1, () => []),
      'block 1: expected 1 transactions, got 0',
    ],
    [
      'more transactions',
      withTransactions(2, (txs) => [...txs, ...txs]),
      'block 2: expected 2 transactions, got 4',
    ],
  ])('error: %s', (_, content, problem) => {
    expect(() => readPiece(pieceOf(content), crypto)).toThrow(
      expect.objectContaining({
        name: 'InvalidDaemonData',
        message: `the daemon's answer is not to be trusted: ${problem}`,
      }),
    )
  })

  test('error: consensus rules that this wallet does not support', () => {
    const newer = pieceOf(withBlock(1, () => ({ majorVersion: 17 })))
    expect(() => readPiece(newer, crypto)).toThrow(
      expect.objectContaining({
        reason: 'UNKNOWN_ERROR',
        message:
          'Unexpected hard fork version v17 at height 1. ' +
          'This wallet supports versions up to v16. Check for an update.',
      }),
    )
  })

  test('error: transactions of version 1 come pruned, so their whole bytes are needed', () => {
    const { blob, id } = recordedSpends.find((each) => each.blob[0] === 1)!
    const given = [{ blob, prunable_hash: new Uint8Array(32) }]
    const content = blockNaming([id], given, crypto.multiplyBase(crypto.randomScalar()))
    expect(() => readPiece(pieceOf(content), crypto)).toThrow(WholeTransactionsNeeded)
    const whole = cutAnswer(blocksAnswer('whole', content)).pieces[0]!
    expect([...readPiece(whole, crypto).prunableHashes]).toEqual([0, 0])
  })
})
