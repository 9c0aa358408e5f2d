import { concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { writeBlock } from '#protocol/chain/block.ts'
import { parseTransaction, type ParsedTransaction } from '#protocol/chain/transaction.ts'
import { writePrefix } from '#protocol/chain/write.ts'
import { epeeFrom } from '#protocol/epee/epee.ts'
import { get_blocks } from '#protocol/daemon/bin/blocks.ts'
import { BlocksCutter } from '#protocol/daemon/blocks-cutter.ts'
import { answerEnd } from '#protocol/daemon/answer-end.ts'
import { bool, bytes, list, object, text, u64 } from '#protocol/fields.ts'
import { scanBlocks } from '../../../../worker/engine/scan/scan-blocks.ts'
import { readPiece, WholeTransactionsNeeded } from '../../../../worker/engine/scan/read-piece.ts'
import { transactionIn, transactionsIn } from '../../../../worker/engine/scan/slice.ts'
import { globalIndicesIn, outputIndicesOf } from '../../../../worker/engine/scan/output-indices.ts'
import { transactions } from '../../../vectors/chain/vectors.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'

const crypto = await testCrypto()
const viewSecret = crypto.randomScalar()

type Given = { blob: Uint8Array; prunable_hash?: Uint8Array }
const inForm = {
  pruned: list(object({ blob: bytes, prunable_hash: bytes })),
  whole: list(bytes),
}

/** A block of real transactions, in the form that was asked for, as a daemon gives it. */
function answerOf(form: 'pruned' | 'whole', names: Uint8Array[], given: Given[]): Uint8Array {
  const minerTx = parseTransaction(
    concatBytes(
      writePrefix({
        version: 2,
        unlockTime: 65n,
        inputs: [{ kind: 'gen', height: 5n }],
        outputs: [{ amount: 7n, key: crypto.multiplyBase(viewSecret), viewTag: 1 }],
        extra: new Uint8Array(),
      }),
      Uint8Array.of(0),
    ),
  )
  const block = writeBlock({
    majorVersion: 16,
    minorVersion: 16,
    timestamp: 1n,
    prevId: new Uint8Array(32),
    nonce: 0,
    minerTx,
    txHashes: names,
  })
  let next = 0n
  const indices = [minerTx, ...given.map(({ blob }) => parsed(blob))].map(
    ({ outputs, version }) => ({
      indices: outputs.map(() => (version === 2 ? next++ : 3n)),
    }),
  )
  const { output_indices } = get_blocks.result
  const blockFields = object({ pruned: bool, block: bytes, txs: inForm[form] })
  const fields = {
    status: text,
    start_height: u64,
    current_height: u64,
    output_indices,
    blocks: list(blockFields),
  }
  const txs = form === 'whole' ? given.map(({ blob }) => blob) : given
  return epeeFrom(fields, {
    status: 'OK',
    start_height: 5n,
    current_height: 6n,
    output_indices: [{ indices }],
    blocks: [{ pruned: form === 'pruned', block, txs: txs as never }],
  })
}

const parsed = (blob: Uint8Array): ParsedTransaction => parseTransaction(blob, { pruned: true })

function isReadable(blob: Uint8Array): boolean {
  try {
    parsed(blob)
    return true
  } catch {
    return false
  }
}

/** The one piece of an answer, and what stands beside it. */
function cut(answer: Uint8Array) {
  const cutter = new BlocksCutter({ blocks: 10, transactions: 1000, bytes: 1e7 })
  const pieces = cutter.push(answer)
  const { rest } = cutter.end()
  expect(pieces).toHaveLength(1)
  return { piece: pieces[0]!, rest: answerEnd(rest) }
}

function lookAt(answer: Uint8Array) {
  const { piece, rest } = cut(answer)
  const slice = readPiece(piece, crypto)
  const looked = scanBlocks(crypto, viewSecret, slice, 0, transactionsIn(slice))
  return { slice, looked, told: outputIndicesOf(rest, 0, { slice, results: [looked] }) }
}

const named = transactions
  .map(([name, { id, hex }]) => ({ name, id: hexToBytes(id), blob: hexToBytes(hex) }))
  .filter(({ blob }) => parsed(blob).inputs.every(({ kind }) => kind === 'key'))
const ids = named.map(({ id }) => id)
const ofVersion2 = named.filter(({ blob }) => blob[0] === 2)

function prunedForm(blob: Uint8Array): Given {
  const { baseSize } = parsed(blob)
  const prunable_hash = crypto.keccak256(blob.subarray(baseSize))
  return { blob: blob.slice(0, baseSize), prunable_hash }
}

const notNamed = 'is not the one the block names'

describe('real transactions of every type', () => {
  test('are those that the block names, whole', () => {
    expect(new Set(named.map(({ blob }) => blob[0]))).toEqual(new Set([1, 2]))
    const { slice, looked, told } = lookAt(answerOf('whole', ids, named))
    expect(looked.count).toBe(named.length + 1)
    named.forEach(({ blob }, at) => {
      expect(transactionIn(slice, at + 1)).toEqual(parseTransaction(blob))
      expect(globalIndicesIn(told, at + 1)).toHaveLength(parsed(blob).outputs.length)
    })
    const images = named.flatMap(({ blob }) =>
      parsed(blob).inputs.flatMap((input) => (input.kind === 'key' ? [input.keyImage] : [])),
    )
    const seen = Array.from(looked.keyImages, (at) => slice.bytes.slice(at, at + 32))
    expect(seen).toEqual(images.map((image) => image.slice()))
  })

  test('are those that the block names, pruned, with the hash of what was pruned away', () => {
    const given = ofVersion2.map(({ blob }) => prunedForm(blob))
    const names = ofVersion2.map(({ id }) => id)
    expect(lookAt(answerOf('pruned', names, given)).looked.count).toBe(given.length + 1)
  })

  test.each(named.map(({ name }, at) => [name, at] as const))(
    'error: %s, whole, with any one bit wrong',
    (_, at) => {
      const { blob, id } = named[at]!
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
        expect(() => lookAt(answer), `byte ${place}`).toThrow()
      }
      expect(tried).toBeGreaterThanOrEqual(150)
      expect(unreadable).toBeLessThan(tried / 20)
    },
  )

  test('error: pruned, with a bit of the hash wrong', () => {
    for (const { blob, id } of ofVersion2) {
      const given = prunedForm(blob)
      given.prunable_hash![31]! ^= 1
      expect(() => lookAt(answerOf('pruned', [id], [given]))).toThrow(notNamed)
    }
  })

  test('error: whole, with a byte more', () => {
    for (const { blob, id } of named) {
      const more = { blob: concatBytes(blob, Uint8Array.of(0)) }
      expect(() => lookAt(answerOf('whole', [id], [more]))).toThrow()
    }
  })
})

test('transactions of version 1 are asked for whole', () => {
  const { blob, id } = named.find((each) => each.blob[0] === 1)!
  const given = { blob, prunable_hash: new Uint8Array(32) }
  const { piece } = cut(answerOf('pruned', [id], [given]))
  expect(() => readPiece(piece, crypto)).toThrow(WholeTransactionsNeeded)
})
