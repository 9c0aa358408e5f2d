import { concatBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { parseTransaction, type ParsedTransaction } from '#protocol/chain/transaction.ts'
import { scanBlocks } from '../../../../worker/engine/scan/scan-blocks.ts'
import { readPiece } from '../../../../worker/engine/scan/read-piece.ts'
import { transactionIn, transactionsIn } from '../../../../worker/engine/scan/slice.ts'
import { globalIndicesIn, outputIndicesOf } from '../../../../worker/engine/scan/output-indices.ts'
import {
  blockNaming,
  blocksAnswer,
  cutAnswer,
  type AnswerForm,
  type GivenTransaction,
} from '../../../support/chains/block-pieces.ts'
import {
  prunedForm,
  recordedSpends,
  spendsOfVersion2,
} from '../../../support/chains/recorded-transactions.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'

const crypto = await testCrypto()
const viewSecret = crypto.randomScalar()

const parsed = (blob: Uint8Array): ParsedTransaction => parseTransaction(blob, { pruned: true })

function isReadable(blob: Uint8Array): boolean {
  try {
    parsed(blob)
    return true
  } catch {
    return false
  }
}

/** A block at height 5 with these transactions. */
const answerOf = (form: AnswerForm, names: Uint8Array[], given: GivenTransaction[]) =>
  blocksAnswer(form, blockNaming(names, given, crypto.multiplyBase(viewSecret)))

async function lookAt(answer: Uint8Array) {
  const { pieces, end } = cutAnswer(answer)
  const slice = readPiece(pieces[0]!, crypto)
  const count = transactionsIn(slice)
  const looked = await scanBlocks(crypto, viewSecret, slice, 0, count, async () => {})
  const indices = outputIndicesOf(end, 0, { slice, results: [looked] }, () => undefined)
  return { slice, looked, indices }
}

const ids = recordedSpends.map(({ id }) => id)
const notNamed = 'is not the one the block names'

describe('real transactions of every type', () => {
  test('match the ids in the block, whole', async () => {
    expect(new Set(recordedSpends.map(({ blob }) => blob[0]))).toEqual(new Set([1, 2]))
    const { slice, looked, indices } = await lookAt(answerOf('whole', ids, [...recordedSpends]))
    expect(looked.count).toBe(recordedSpends.length + 1)
    recordedSpends.forEach(({ blob }, at) => {
      expect(transactionIn(slice, at + 1)).toEqual(parseTransaction(blob))
      expect(globalIndicesIn(indices, at + 1)).toHaveLength(parsed(blob).outputs.length)
    })
    const images = recordedSpends.flatMap(({ blob }) =>
      parsed(blob).inputs.flatMap((input) => (input.kind === 'key' ? [input.keyImage] : [])),
    )
    const seen = Array.from(looked.keyImages, (at) => slice.bytes.slice(at, at + 32))
    expect(seen).toEqual(images.map((image) => image.slice()))
  })

  test('match the ids in the block, pruned with the prunable hash', async () => {
    const given = spendsOfVersion2.map(({ blob }) => prunedForm(blob))
    const names = spendsOfVersion2.map(({ id }) => id)
    const { looked } = await lookAt(answerOf('pruned', names, given))
    expect(looked.count).toBe(given.length + 1)
  })

  test.each(recordedSpends.map(({ name }, at) => [name, at] as const))(
    'error: %s, whole, with any one bit wrong',
    async (_, at) => {
      const { blob, id } = recordedSpends[at]!
      const step = Math.max(1, Math.floor(blob.length / 150))
      let [tried, unreadable] = [0, 0]
      for (let place = 0; place < blob.length; place += step) {
        const wrong = blob.slice()
        wrong[place]! ^= 1 << (place & 7)
        tried++
        // An answer gives the indices of a transaction's outputs: it needs a transaction that parses.
        if (!isReadable(wrong)) {
          unreadable++
          continue
        }
        const answer = answerOf('whole', [id], [{ blob: wrong }])
        await expect(lookAt(answer), `byte ${place}`).rejects.toThrow()
      }
      expect(tried).toBeGreaterThanOrEqual(150)
      expect(unreadable).toBeLessThan(tried / 20)
    },
  )

  test('error: pruned, with a bit of the hash wrong', async () => {
    for (const { blob, id } of spendsOfVersion2) {
      const given = prunedForm(blob)
      given.prunable_hash[31]! ^= 1
      await expect(lookAt(answerOf('pruned', [id], [given]))).rejects.toThrow(notNamed)
    }
  })

  test('error: whole, with a byte more', async () => {
    for (const { blob, id } of recordedSpends) {
      const more = { blob: concatBytes(blob, Uint8Array.of(0)) }
      await expect(lookAt(answerOf('whole', [id], [more]))).rejects.toThrow()
    }
  })
})
