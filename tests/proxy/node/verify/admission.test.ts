import { bytesToHex } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { checkAdmission, readSubmitted } from '../../../../proxy/node/verify/admission.ts'
import { imagesOf } from '../../../../proxy/node/pool/spent-images.ts'
import { VerifiedRings } from '../../../../proxy/node/verify/verified-rings.ts'
import { prefixHash, transactionId } from '#protocol/chain/hashes.ts'
import { parseTransaction, type Transaction } from '#protocol/chain/transaction.ts'
import { writeTransaction } from '#protocol/chain/write.ts'
import { seed } from '../../../support/random/case-counts.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'
import { withLeastFee } from '../../../support/invalid/amounts.ts'
import { kinds } from '../../../support/invalid/all-violations.ts'
import { extraOf } from '../../../support/invalid/rings.ts'
import { genesisAmount } from '../../../support/invalid/rule-violation.ts'
import {
  genesisSecret,
  memoryScene,
  memoryHeight,
  memoryTime,
} from '../../../support/chains/in-memory-chain-view.ts'
import { seededBelow } from '../../../support/random/sfc32.ts'

const crypto = await testCrypto()
const below = seededBelow(seed())
const { scene, view } = memoryScene(crypto, below)
const pendingImage = bytesToHex(
  crypto.keyImage(scene.parts.pending.key, scene.parts.pending.secret),
)

function judge(blob: Uint8Array, verified = new VerifiedRings(crypto)) {
  const tx = readSubmitted(blob)
  if ('flags' in tx) return tx
  const id = tx.inputs.length > 0 ? bytesToHex(transactionId(tx)) : ''
  const isSpent = imagesOf(tx).includes(pendingImage)
  return checkAdmission({ crypto, verified }, { tx, id }, view, isSpent)
}

const verdict = (blob: Uint8Array) => {
  const outcome = judge(blob)
  return 'flags' in outcome ? outcome : 'accepted'
}

/** Of version 1, which spends the one output of its amount. @param byOwner - Its owner signed. */
function firstVersion(byOwner: boolean): Uint8Array {
  const key = crypto.multiplyBase(genesisSecret)
  const keyImage = crypto.keyImage(key, genesisSecret)
  const tx: Transaction = {
    version: 1,
    unlockTime: 0n,
    extra: Uint8Array.of(1, ...key),
    signatures: [[new Uint8Array(64)]],
    inputs: [{ kind: 'key', amount: genesisAmount, keyOffsets: [0n], keyImage }],
    outputs: [{ amount: 10n ** 13n, key, viewTag: 0 }],
  }
  const hash = prefixHash(parseTransaction(writeTransaction(tx)))
  if (!byOwner) hash[0]! ^= 1
  const signature = crypto.signRing(hash, keyImage, [key], genesisSecret, 0)
  return writeTransaction({ ...tx, signatures: [[signature]] })
}

describe('checkAdmission', () => {
  test.each([
    ['of two inputs and two outputs', () => scene.forge()],
    ['of one input', () => scene.forge({ inputs: 1 })],
    ['of five inputs and sixteen outputs', () => scene.forge({ inputs: 5, outputs: 16 })],
    ['that pays just enough', () => withLeastFee(scene, 0n)],
    ['with an extra of 1060 bytes', () => scene.forge({ extra: extraOf(scene, 1060) })],
    ['with an unlock time', () => scene.forge({ unlockTime: 1_000n })],
    [
      'that spends an output of ten blocks',
      () => scene.forge({ coin: view.coin({ height: memoryHeight - 10n }) }),
    ],
    [
      'that spends an output unlocked with the next block',
      () => scene.forge({ coin: view.coin({ unlockTime: memoryHeight }) }),
    ],
    [
      'that spends an output unlocked by time in 120 s',
      () => scene.forge({ coin: view.coin({ unlockTime: memoryTime + 120n }) }),
    ],
    ['of version 1, with an amount that has too few outputs', () => firstVersion(true)],
  ])('takes a transaction %s', (_, make) => {
    expect(verdict(make())).toBe('accepted')
  })

  test('error: a version 1 transaction with the signature of another', () => {
    expect(verdict(firstVersion(false))).toMatchObject({ reason: 'ring signature' })
  })

  test.each(kinds.map((kind) => [kind.name, kind] as const))('error: %s', (_, { make, flags }) => {
    expect(verdict(make(scene))).toMatchObject({ flags })
  })
})
