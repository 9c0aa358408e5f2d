import { beforeAll, describe, expect, test } from 'vitest'
import { concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import type { ReserveProof } from '#protocol/proofs/reserve-proof.ts'
import {
  areSpendKeysSigned,
  isOutputProven,
  reserveHash,
} from '../../../../worker/engine/proofs/reserve-signatures.ts'
import { makeReserveProof } from '../../../../worker/engine/proofs/make-reserve-proof.ts'
import type { OutputRecord } from '../../../../worker/engine/store/records.ts'
import type { Wallet } from '../../../../worker/engine/wallet.ts'
import { reserveScene } from '../../../support/wallets/reserve-scene.ts'

let wallet: Wallet
let proof: ReserveProof
/** The outputs of the proof: 7 and 9 piconero. */
let records: OutputRecord[]
let hash: Uint8Array

beforeAll(async () => {
  ;({ wallet } = await reserveScene())
  proof = await makeReserveProof(wallet, 'hello', { account: 0, amount: 16n })
  const all = [...wallet.store.outputs.values()]
  records = proof.outputs.map(({ keyImage }) =>
    all.find((each) => each.keyImage === Buffer.from(keyImage).toString('hex'))!,
  )
  const { spendPublic: spendKey, viewPublic: viewKey } = wallet.secrets
  const images = proof.outputs.map(({ keyImage }) => keyImage)
  hash = reserveHash(wallet.ports.crypto, { spendKey, viewKey }, images, 'hello')
})

test('reserveHash covers the message, the address and all key images', () => {
  const { crypto } = wallet.ports
  const { spendPublic, viewPublic } = wallet.secrets
  const images = proof.outputs.map(({ keyImage }) => keyImage)
  // monero src/wallet/wallet2.cpp get_reserve_proof, prefix_data
  const data = concatBytes(utf8ToBytes('hello'), spendPublic, viewPublic, ...images)
  expect(hash).toEqual(crypto.keccak256(data))
})

describe('isOutputProven', () => {
  type Changes = Partial<ReserveProof['outputs'][0]>
  const proven = (given: { hash?: Uint8Array; viewKey?: Uint8Array; entry?: Changes } = {}) => {
    const [record] = records as [OutputRecord]
    const place = { key: hexToBytes(record.key), txKeys: [record.txPublicKey] }
    const { viewKey = wallet.secrets.viewPublic, entry = {} } = given
    const changed = { ...proof.outputs[0]!, ...entry }
    const { crypto } = wallet.ports
    return isOutputProven(crypto, given.hash ?? hash, proof, viewKey, place, changed)
  }

  test('accepts an unchanged entry', () => {
    expect(proven()).toBe(true)
  })

  test('refuses any part of another entry, another hash, and another view key', () => {
    const [, other] = proof.outputs
    const parts = [
      'sharedSecret',
      'sharedSecretSignature',
      'keyImage',
      'keyImageSignature',
    ] as const
    for (const part of parts) expect(proven({ entry: { [part]: other![part] } })).toBe(false)
    expect(proven({ hash: wallet.ports.crypto.keccak256(hash) })).toBe(false)
    expect(proven({ viewKey: wallet.secrets.spendPublic })).toBe(false)
  })

  test('needs one of the transaction keys that may derive the output', () => {
    const [record, other] = records as [OutputRecord, OutputRecord]
    const { crypto } = wallet.ports
    const [entry] = proof.outputs
    const { viewPublic } = wallet.secrets
    const provenBy = (...txKeys: Uint8Array[]) => {
      const place = { key: hexToBytes(record.key), txKeys }
      return isOutputProven(crypto, hash, proof, viewPublic, place, entry!)
    }
    expect(provenBy(other.txPublicKey, record.txPublicKey)).toBe(true)
    expect(provenBy(other.txPublicKey)).toBe(false)
    expect(provenBy()).toBe(false)
  })
})

test('areSpendKeysSigned needs every signature', () => {
  const { crypto } = wallet.ports
  const { spendKeys } = proof
  expect(areSpendKeysSigned(crypto, hash, proof)).toBe(true)
  expect(areSpendKeysSigned(crypto, crypto.keccak256(hash), proof)).toBe(false)
  for (const key of spendKeys.keys()) {
    const spoilt = new Map(spendKeys).set(key, new Uint8Array(64))
    expect(areSpendKeysSigned(crypto, hash, { spendKeys: spoilt })).toBe(false)
  }
})
