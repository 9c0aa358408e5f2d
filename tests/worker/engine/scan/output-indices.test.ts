import { describe, expect, test } from 'vitest'
import { keysOfSeed } from '../../../../worker/engine/keys/account.ts'
import { InvalidDaemonData } from '../../../../worker/engine/base/daemon-errors.ts'
import { globalIndicesIn, outputIndicesOf } from '../../../../worker/engine/scan/output-indices.ts'
import { readPiece } from '../../../../worker/engine/scan/read-piece.ts'
import { scanBlocks } from '../../../../worker/engine/scan/scan-blocks.ts'
import { transactionsIn } from '../../../../worker/engine/scan/slice.ts'
import {
  blockNaming,
  blocksAnswer,
  contentOf,
  cutAnswer,
  type AnswerForm,
  type BlocksContent,
} from '../../../support/chains/block-pieces.ts'
import { recordedSpends } from '../../../support/chains/recorded-transactions.ts'
import { ScriptedChain } from '../../../support/chains/scripted-chain.ts'
import { testSeed } from '../../../support/wallets/test-wallet.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'

const crypto = await testCrypto()
const keys = keysOfSeed(crypto, testSeed)
const chain = new ScriptedChain(crypto, keys)
const pay = (...amounts: bigint[]) => chain.pay({ payments: amounts.map((amount) => ({ amount })) })
chain
  .mine([pay(1n, 2n)])
  .mine()
  .mine([pay(1n), pay(1n, 2n, 3n)])

/** Indices of each transaction of an answer, which is read in slices of so many blocks. */
async function indicesIn(
  content: BlocksContent,
  blocksPerSlice = 1000,
  form: AnswerForm = 'pruned',
) {
  const { pieces, end } = cutAnswer(blocksAnswer(form, content), blocksPerSlice)
  let position = 0
  const all: bigint[][] = []
  for (const piece of pieces) {
    const slice = readPiece(piece, crypto)
    const count = transactionsIn(slice)
    const results = [await scanBlocks(crypto, keys.viewSecret, slice, 0, count, async () => {})]
    const indices = outputIndicesOf(end, position, { slice, results }, () => undefined)
    position += slice.blocks.length
    for (let at = 0; at < count; at++) all.push(globalIndicesIn(indices, at))
  }
  return all
}

/** The chain with other indices of the block at a height. */
function withIndices(height: number, change: (indices: readonly bigint[][]) => bigint[][]) {
  const content = contentOf(chain)
  const block = content.blocks[height - 1]!
  block.indices = change(block.indices)
  return content
}

describe('outputIndicesOf', () => {
  test.each([1, 2, 3])(
    'returns the indices of every output, in slices of %i blocks',
    async (blocks) => {
      const expected = chain.blocks.flatMap(({ indices }) => indices)
      expect(await indicesIn(contentOf(chain), blocks)).toEqual(expected)
    },
  )

  test('returns indices above 2^32', async () => {
    const far = 2n ** 52n
    const content = contentOf(chain)
    for (const block of content.blocks)
      block.indices = block.indices.map((ofOne) => ofOne.map((index) => index + far))
    expect((await indicesIn(content)).flat()[0]).toBe(far)
  })

  test('accepts any indices of version 1, which the chain counts by amount', async () => {
    const { blob, id } = recordedSpends.find((each) => each.blob[0] === 1)!
    const content = blockNaming([id], [{ blob }], crypto.multiplyBase(keys.viewSecret))
    const [[, ofVersion1]] = [content.blocks[0]!.indices]
    expect((await indicesIn(content, 1000, 'whole'))[1]).toEqual(ofVersion1)
  })

  test.each<[string, BlocksContent, string]>([
    [
      'indices of fewer transactions',
      withIndices(3, ([first]) => [first!]),
      'block 3: expected output indices of 3 transactions, got 1',
    ],
    [
      'indices of more transactions',
      withIndices(2, (indices) => [...indices, [9n]]),
      'block 2: expected output indices of 1 transactions, got 2',
    ],
    [
      'an index less',
      withIndices(3, ([first, second, last]) => [first!, second!, last!.slice(0, -1)]),
      'output indices of a transaction in block 3 are not one an output',
    ],
    [
      'a wrong index',
      withIndices(1, ([first, paid]) => [first!, [paid![0]!, paid![1]! + 1n]]),
      'do not run on from one output to the next: expected 2 in block 1, got 3',
    ],
    [
      'an index in another order',
      withIndices(1, ([first, paid]) => [first!, paid!.toReversed()]),
      'do not run on from one output to the next: expected 1 in block 1, got 2',
    ],
    [
      'an index above 2^53',
      withIndices(1, (indices) => indices.map((ofOne) => ofOne.map((each) => each + 2n ** 53n))),
      'do not run on from one output to the next: expected 9007199254740992 in block 1',
    ],
  ])('error: %s', async (_, content, problem) => {
    await expect(indicesIn(content)).rejects.toThrow(InvalidDaemonData)
    await expect(indicesIn(content)).rejects.toThrow(problem)
  })
})
