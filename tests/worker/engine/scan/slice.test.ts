import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseTransaction } from '#protocol/chain/transaction.ts'
import { keysOfSeed } from '../../../../worker/engine/keys/account.ts'
import { readPiece } from '../../../../worker/engine/scan/read-piece.ts'
import {
  blockOf,
  blocksIn,
  idIn,
  topOf,
  transactionIn,
  transactionsIn,
  type Slice,
} from '../../../../worker/engine/scan/slice.ts'
import { contentOf, pieceOf } from '../../../support/chains/block-pieces.ts'
import { ScriptedChain } from '../../../support/chains/scripted-chain.ts'
import { count, seed } from '../../../support/random/case-counts.ts'
import { testSeed } from '../../../support/wallets/test-wallet.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'

const crypto = await testCrypto()

describe('a slice', () => {
  const chain = new ScriptedChain(crypto, keysOfSeed(crypto, testSeed))
  const pay = () => chain.pay({ payments: [{ amount: 1n }, { amount: 2n }] })
  chain.mine([pay()]).mine().mine([pay(), pay()])
  const slice = readPiece(pieceOf(contentOf(chain)), crypto)

  test('counts blocks and transactions, miner transactions included', () => {
    expect([blocksIn(slice), transactionsIn(slice), topOf(slice)]).toEqual([3, 6, 4n])
  })

  test('holds the ids of its blocks', () => {
    expect([0, 1, 2].map((at) => idIn(slice, at))).toEqual(chain.blocks.map(({ id }) => id))
  })

  test('reads each transaction as it stands in its block', () => {
    const expected = chain.blocks.flatMap(({ miner, txs }) => [
      parseTransaction(miner.blob),
      ...txs.map(({ blob }) => parseTransaction(blob, { pruned: true })),
    ])
    expect(expected.map((_, at) => transactionIn(slice, at))).toEqual(expected)
  })
})

test('blockOf finds the block that a search from the front finds', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 20 }),
      (each) => {
        const blocks = each.flatMap((transactions, block) =>
          new Array<number>(transactions).fill(block),
        )
        const firstTransaction = Uint32Array.from([
          0,
          ...each.map((_, at) => blocks.lastIndexOf(at) + 1),
        ])
        const slice = { firstTransaction } as Slice
        expect(blocks.map((_, at) => blockOf(slice, at))).toEqual(blocks)
      },
    ),
    { numRuns: count(200, 5000), seed: seed() },
  )
})
