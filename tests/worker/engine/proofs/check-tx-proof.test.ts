import { beforeEach, describe, expect, test } from 'vitest'
import { readTxProof, writeTxProof } from '#protocol/proofs/tx-proof.ts'
import { provenPayments } from '../../../support/wallets/proven-payments.ts'

let scene: Awaited<ReturnType<typeof provenPayments>>

beforeEach(async () => void (scene = await provenPayments()))

const failed = (message: string) => ({ error: { code: -1, message } })

const good = (received: bigint) => ({
  result: { good: true, received, in_pool: false, confirmations: 3n },
})
const bad = { result: { good: false, received: 0n, in_pool: false, confirmations: 0n } }

describe('checkTxProof', () => {
  test('counts the amounts of valid parts only', async () => {
    const proof = readTxProof(await scene.signature('get_tx_proof', { address: scene.own(2) }))
    const check = (parts: typeof proof.parts) =>
      scene.call('check_tx_proof', {
        address: scene.own(2),
        signature: writeTxProof({ ...proof, parts }),
      })
    expect(await check(proof.parts)).toEqual(good(7n))
    // The part that shows it is spoilt; the others hold, and show nothing.
    const spoilt = proof.parts.map((part, i) => ({
      ...part,
      signature: i === 1 ? part.signature.map((byte) => byte ^ 1) : part.signature,
    }))
    expect(proof.parts.length).toBe(4)
    expect(await check(spoilt)).toEqual(good(0n))
    expect(await check(spoilt.map((part) => ({ ...part, signature: new Uint8Array(64) })))).toEqual(
      bad,
    )
  })

  test('reports pool transactions, as the daemon does', async () => {
    scene.answers.inPool.add(scene.paid.txid)
    const params = {
      address: scene.own(0),
      signature: await scene.signature('get_tx_proof', { address: scene.own(0) }),
    }
    expect(await scene.call('check_tx_proof', params)).toEqual({
      result: { good: true, received: 5n, in_pool: true, confirmations: 0n },
    })
  })

  test('error: the daemon returns a transaction with another amount', async () => {
    const address = scene.own(0)
    const { ringct } = scene.paid.tx
    const params = {
      address,
      signature: await scene.signature('get_tx_proof', { address }),
    }
    expect(await scene.call('check_tx_proof', params)).toEqual(good(5n))
    // The same keys, another amount: another transaction, and so another id.
    const blob = scene.paid.blob.slice()
    const at = blob.length - 32 * ringct!.outputCommitments.length - 8
    blob[at]! ^= 1
    scene.answers.txs.set(scene.paid.txid, { ...scene.paid, blob })
    expect(await scene.call('check_tx_proof', params)).toEqual(
      failed('Failed to get the right transaction from daemon'),
    )
  })
})
