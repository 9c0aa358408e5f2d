import { concatBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { ChainError } from '#protocol/chain/reader.ts'
import { Skim } from '#protocol/chain/skim.ts'
import { writePrefix } from '#protocol/chain/write.ts'
import { InvalidDaemonData } from '../../../../worker/engine/base/daemon-errors.ts'
import { readPiece } from '../../../../worker/engine/scan/read-piece.ts'
import { transactionsIn, type Slice } from '../../../../worker/engine/scan/slice.ts'
import { requireIds } from '../../../../worker/engine/scan/transaction-ids.ts'
import {
  blockNaming,
  blocksAnswer,
  cutAnswer,
  type GivenTransaction,
} from '../../../support/chains/block-pieces.ts'
import {
  prunedForm,
  recordedSpends,
  spendsOfVersion2,
} from '../../../support/chains/recorded-transactions.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'

const crypto = await testCrypto()
const minerKey = crypto.multiplyBase(crypto.randomScalar())

function sliceOf(given: readonly GivenTransaction[], ids: readonly Uint8Array[]): Slice {
  const form = given[0]!.prunable_hash ? 'pruned' : 'whole'
  const answer = blocksAnswer(form, blockNaming(ids, given, minerKey))
  return readPiece(cutAnswer(answer).pieces[0]!, crypto)
}

/** Checks the transactions of a slice from one on; 0 is the miner's. */
function check(slice: Slice, from = 0) {
  const { bytes, transactions, transactionEnds, prunableHashes } = slice
  const skim = new Skim(bytes)
  for (let at = from; at < transactionsIn(slice); at++)
    skim.transaction(transactions[at]!, transactionEnds[at]!, prunableHashes[at] !== 0)
  requireIds(crypto, slice, skim.places, from)
}

const oneByteOff = (id: Uint8Array, which: number) =>
  id.map((byte, at) => byte ^ Number(at === which))

const whole = recordedSpends.map(({ blob }) => ({ blob }))
const pruned = spendsOfVersion2.map(({ blob }) => prunedForm(blob))
const ids = recordedSpends.map(({ id }) => id)
const idsOfVersion2 = spendsOfVersion2.map(({ id }) => id)

describe('requireIds', () => {
  test('accepts recorded transactions by the ids that monerod gave them', () => {
    expect(() => check(sliceOf(whole, ids))).not.toThrow()
    expect(() => check(sliceOf(pruned, idsOfVersion2))).not.toThrow()
  })

  test.each([
    ['whole', whole, ids],
    ['pruned', pruned, idsOfVersion2],
  ])('error: %s, each that the block names by another id', (_, given, names) => {
    for (const at of names.keys()) {
      const wrong = names.map((id, i) => (i === at ? oneByteOff(id, at % 32) : id))
      const slice = sliceOf(given, wrong)
      expect(() => check(slice)).toThrow(
        new InvalidDaemonData(`transaction ${at} of block 5 is not the one the block names`),
      )
      // Those before the first are checked already.
      expect(() => check(slice, at + 2)).not.toThrow()
    }
  })

  test('skips a transaction without the hash of its pruned data', () => {
    const unproven = { ...pruned[0]!, prunable_hash: new Uint8Array(32) }
    expect(() => check(sliceOf([unproven], [new Uint8Array(32)]))).not.toThrow()
    const almost = { ...unproven, prunable_hash: Uint8Array.of(...new Uint8Array(31), 1) }
    expect(() => check(sliceOf([almost], [idsOfVersion2[0]!]))).toThrow(InvalidDaemonData)
  })

  // get_transaction_hash: the third hash is null_hash where RingCT is of no type.
  test('hashes zeros for the prunable part of RingCT type 0', () => {
    const keyImage = crypto.hashToPoint(minerKey)
    const prefix = writePrefix({
      version: 2,
      unlockTime: 0n,
      inputs: [{ kind: 'key', amount: 0n, keyOffsets: [1n], keyImage }],
      outputs: [{ amount: 0n, key: minerKey, viewTag: 1 }],
      extra: new Uint8Array(),
    })
    const base = Uint8Array.of(0)
    const hashes = [crypto.keccak256(prefix), crypto.keccak256(base), new Uint8Array(32)]
    const id = crypto.keccak256(concatBytes(...hashes))
    expect(() => check(sliceOf([{ blob: concatBytes(prefix, base) }], [id]))).not.toThrow()
  })

  test('error: a pruned transaction of version 1 has no id', () => {
    const { blob, id } = recordedSpends.find((each) => each.blob[0] === 1)!
    const slice = sliceOf([{ blob }], [id])
    slice.prunableHashes[1] = slice.namedIds[1]!
    expect(() => check(slice)).toThrow(
      new ChainError('transaction id', 'version 1 is hashed whole, not pruned'),
    )
  })

  test('error: a transaction without inputs has no id', () => {
    const blob = writePrefix({
      version: 2,
      unlockTime: 0n,
      inputs: [],
      outputs: [{ amount: 0n, key: minerKey, viewTag: 1 }],
      extra: new Uint8Array(),
    })
    expect(() => check(sliceOf([{ blob }], [crypto.keccak256(blob)]))).toThrow(
      new ChainError('transaction id', 'has no inputs'),
    )
  })
})
