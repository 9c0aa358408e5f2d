import { bytesToHex } from '@noble/hashes/utils.js'
import { beforeEach, describe, expect, test } from 'vitest'
import { formatAddress } from '#protocol/address.ts'
import { readTxProof, writeTxProof } from '#protocol/proofs/tx-proof.ts'
import { wipeSpending, withoutSpending } from '../../../../worker/engine/store/locked-keys.ts'
import { dispatch, type Outcome } from '../../../../worker/rpc/dispatch.ts'
import type { ScriptedTx } from '../../../support/chains/scripted-chain.ts'
import { proofWallet } from '../../../support/wallets/proof-wallet.ts'

let scene: Awaited<ReturnType<typeof proofWallet>>
/** It pays a subaddress 7, somebody else 3, and the primary address 5. */
let paid: ScriptedTx
let other: ScriptedTx
const sub = { account: 0, address: 2 }

beforeEach(async () => {
  scene = await proofWallet()
  const pay = () =>
    scene.script.pay({
      payments: [
        { to: sub, amount: 7n },
        { amount: 3n },
        { to: { account: 0, address: 0 }, amount: 5n },
      ],
    })
  ;[paid, other] = [pay(), pay()]
  await scene.mine(paid, other)
})

const own = (account: number, address: number) =>
  scene.wallet.addresses.address({ account, address })
const call = (method: string, params: object): Promise<Outcome> =>
  dispatch(scene.service, method, { txid: paid.txid, message: 'hello', ...params })
const failed = (message: string) => ({ error: { code: -1, message } })
const prove = (address: string) => call('get_tx_proof', { address })

async function signature(address: string) {
  const outcome = await prove(address)
  if ('error' in outcome) throw new Error(outcome.error.message)
  return (outcome.result as { signature: string }).signature
}

const good = (received: bigint) => ({
  result: { good: true, received, in_pool: false, confirmations: 3n },
})
const bad = { result: { good: false, received: 0n, in_pool: false, confirmations: 0n } }

describe('check_tx_proof', () => {
  test('counts what parts that hold show, and nothing that others show', async () => {
    const proof = readTxProof(await signature(own(0, 2)))
    const check = (parts: typeof proof.parts) =>
      call('check_tx_proof', { address: own(0, 2), signature: writeTxProof({ ...proof, parts }) })
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

  test('says what waits in the pool, as the daemon says', async () => {
    scene.told.inPool.add(paid.txid)
    const params = { address: own(0, 0), signature: await signature(own(0, 0)) }
    expect(await call('check_tx_proof', params)).toEqual({
      result: { good: true, received: 5n, in_pool: true, confirmations: 0n },
    })
  })

  test('error: a transaction of another amount is another transaction', async () => {
    const address = own(0, 0)
    const { ringct } = paid.tx
    const params = { address, signature: await signature(address) }
    expect(await call('check_tx_proof', params)).toEqual(good(5n))
    // The same keys, another amount: another transaction, and so another id.
    const blob = paid.blob.slice()
    const at = blob.length - 32 * ringct!.outputCommitments.length - 8
    blob[at]! ^= 1
    scene.told.txs.set(paid.txid, { ...paid, blob })
    expect(await call('check_tx_proof', params)).toEqual(
      failed('Failed to get the right transaction from daemon'),
    )
  })
})

describe('get_tx_proof', () => {
  test('error: an address with our spend key and another view key', async () => {
    const { spendPublic: spendKey } = scene.wallet.secrets
    const viewKey = scene.wallet.addresses.spendKey({ account: 1, address: 1 })
    const strange = formatAddress({ network: 'fakechain', kind: 'standard', spendKey, viewKey })
    expect(await prove(strange)).toEqual(failed('No funds received in this tx.'))
  })

  test('error: what we did not make, or did not get', async () => {
    const { spendPublic: viewKey, viewPublic: spendKey } = scene.wallet.secrets
    const theirs = formatAddress({ network: 'fakechain', kind: 'standard', spendKey, viewKey })
    expect(await prove(theirs)).toEqual(failed("Tx secret key wasn't found in the wallet file."))
    expect(await prove(own(1, 1))).toEqual(failed('No funds received in this tx.'))
  })

  test('error: the daemon tells another transaction', async () => {
    scene.told.txs.set(paid.txid, other)
    expect(await prove(own(0, 0))).toEqual(
      failed('Failed to get the right transaction from daemon'),
    )
  })
})

describe('check_tx_key', () => {
  test('error: the daemon does not have it', async () => {
    scene.told.txs.clear()
    const tx_key = bytesToHex(scene.wallet.ports.crypto.randomScalar())
    const params = { tx_key, address: own(0, 0) }
    expect(await call('check_tx_key', params)).toEqual(
      failed('Failed to get transaction from daemon'),
    )
  })
})

describe('sign', () => {
  const sign = (params: object) => call('sign', { data: 'hello', ...params })

  test('without a spend key signs with the view key of the primary address alone', async () => {
    const { store, primaryAddress: address } = scene.wallet
    const { spendSecret: _, ...secrets } = store.secrets.value
    await store.commit((change) => change.setValue(store.secrets, secrets))
    const outcome = await sign({ signature_type: 'view' })
    const { signature: text } = (outcome as { result: { signature: string } }).result
    expect(await call('verify', { data: 'hello', address, signature: text })).toEqual({
      result: { good: true, version: 2, old: false, signature_type: 'view' },
    })
    const refused = { error: { code: -29, message: expect.stringMatching(/watch-only/) } }
    expect(await sign({})).toEqual(refused)
    expect(await sign({ signature_type: 'view', address_index: 1 })).toEqual(refused)
  })

  test('error: the spend key goes away in the same moment', async () => {
    const { store, secrets } = scene.wallet
    const signing = sign({})
    store.hold(withoutSpending(secrets))
    wipeSpending(secrets)
    expect(await signing).toMatchObject({ error: { code: -29 } })
  })

  test('error: another address, another network, another message', async () => {
    const outcome = await sign({})
    const { signature: text } = (outcome as { result: { signature: string } }).result
    const verify = (params: object) =>
      call('verify', { data: 'hello', address: own(0, 0), signature: text, ...params })
    const no = { result: { good: false, version: 0, old: false, signature_type: 'spend' } }
    expect(await verify({})).toMatchObject({ result: { good: true } })
    expect(await verify({ data: 'hallo' })).toEqual(no)
    expect(await verify({ address: own(0, 1) })).toEqual(no)
    const { spendPublic: spendKey, viewPublic: viewKey } = scene.wallet.secrets
    const address = formatAddress({ network: 'testnet', kind: 'standard', spendKey, viewKey })
    expect(await verify({ address })).toMatchObject({ error: { code: -2, message: '' } })
  })
})
