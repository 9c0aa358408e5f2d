import { concatBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { transactionId } from '#protocol/chain/hashes.ts'
import { parseTransaction } from '#protocol/chain/transaction.ts'
import { writePrefix } from '#protocol/chain/write.ts'
import { systemClock } from '../../../../worker/adapters/platform.ts'
import { requireEmission } from '../../../../worker/engine/scan/emission.ts'
import { readPiece } from '../../../../worker/engine/scan/read-piece.ts'
import { startScanner } from '../../../../worker/engine/scan/scanner.ts'
import { blockNaming, blocksAnswer, cutAnswer } from '../../../support/chains/block-pieces.ts'
import { recordedSpends } from '../../../support/chains/recorded-transactions.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'

const crypto = await testCrypto()
const viewSecret = crypto.randomScalar()

/** A transaction of version 1, with one input. */
const plain = recordedSpends.find(({ blob }) => blob[0] === 1)!.blob
const parsed = parseTransaction(plain)
const max64 = 2n ** 64n - 1n

/** The same with an input of each amount; its signatures sign nothing. */
function paying(spent: readonly bigint[], paid: bigint): Uint8Array {
  const [input] = parsed.inputs
  const inputs = spent.map((amount) => ({ ...input!, amount }))
  const outputs = parsed.outputs.map((output, at) => ({ ...output, amount: at === 0 ? paid : 0n }))
  const signatures = plain.subarray(parsed.prefixSize)
  return concatBytes(writePrefix({ ...parsed, inputs, outputs }), ...inputs.map(() => signatures))
}

/** Checks block 5, which contains these transactions. */
async function check(...blobs: readonly Uint8Array[]) {
  const names = blobs.map((blob) => transactionId(parseTransaction(blob)))
  const given = blobs.map((blob) => ({ blob }))
  const minerKey = crypto.multiplyBase(viewSecret)
  const answer = blocksAnswer('whole', blockNaming(names, given, minerKey))
  const slice = readPiece(cutAnswer(answer).pieces[0]!, crypto)
  const ports = { crypto, clock: systemClock, scanThreads: undefined }
  requireEmission(await startScanner(ports, viewSecret).scan(slice, 0), 'mainnet')
}

describe('a transaction with amounts in the clear', () => {
  test.each<[string, Uint8Array]>([
    ['all that it spends', paying([1000n], 1000n)],
    ['less', paying([1000n], 1n)],
    ['all of an amount that floating point cannot hold', paying([max64], max64)],
    ['a fee of 64 bits', paying([max64], 0n)],
  ])('may pay %s', async (_, blob) => {
    await check(...recordedSpends.map((each) => each.blob), blob)
  })

  test.each<[string, Uint8Array, bigint]>([
    ['a piconero more', paying([1000n], 1001n), -1n],
    [
      'a piconero more than an amount that floating point cannot hold',
      paying([max64 - 1n], max64),
      -1n,
    ],
    ['far more', paying([0n], max64), -max64],
    ['a fee of more than 64 bits', paying([max64, 1n], 0n), max64 + 1n],
  ])('is refused when it pays %s', async (_, blob, fee) => {
    await expect(check(plain, blob)).rejects.toThrow(
      `the daemon's answer is not to be trusted: a transaction of block 5 has a fee of ${fee} piconero`,
    )
  })
})
