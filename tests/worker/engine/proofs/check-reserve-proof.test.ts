import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { beforeEach, describe, expect, test } from 'vitest'
import type { SpendSecrets } from '../../../../worker/engine/keys/one-time-key.ts'
import { subaddressSpendSecret } from '../../../../worker/engine/keys/subaddress-secrets.ts'
import { reserveHash } from '../../../../worker/engine/proofs/reserve-signatures.ts'
import { keyToSpend } from '../../../../worker/engine/keys/spend-key.ts'
import type { ScriptedTx } from '../../../support/chains/scripted-chain.ts'
import { reserveScene } from '../../../support/wallets/reserve-scene.ts'
import { smallOrder } from '../../../wasm/values.ts'

let scene: Awaited<ReturnType<typeof reserveScene>>

beforeEach(async () => void (scene = await reserveScene()))

const failed = (message: string) => ({ error: { code: -1, message } })

type Entry = [txid: string, tx: ScriptedTx]

describe('checkReserveProof', () => {
  test('returns the amount that is spent since the proof', async () => {
    const proof = await scene.prove({ all: true })
    scene.answers.spent.add(scene.keyImageOf(9n)).add(scene.keyImageOf(100n))
    expect(await scene.check(proof)).toEqual({ result: { good: true, total: 128n, spent: 109n } })
  })

  test('error: an output or a key image twice', async () => {
    const proof = await scene.prove({ amount: 6n })
    const [output] = proof.outputs
    const twice = (more: object) => ({ ...proof, outputs: [output!, { ...output!, ...more }] })
    expect(await scene.check(twice({}))).toEqual(failed('Duplicate key image in reserve proof'))
    expect(await scene.check(twice({ keyImage: new Uint8Array(32) }))).toEqual(
      failed('Duplicate output in reserve proof'),
    )
  })

  test('error: an output index out of range, or a missing spend key', async () => {
    const proof = await scene.prove({ account_index: 1, amount: 1n })
    const [output] = proof.outputs
    for (const indexInTx of [3n, 2n ** 64n - 1n])
      expect(await scene.check({ ...proof, outputs: [{ ...output!, indexInTx }] })).toEqual(
        failed('index_in_tx is out of bound'),
      )
    const [primary, other] = [...proof.spendKeys]
    expect(await scene.check({ ...proof, spendKeys: new Map([primary!]) })).toEqual(
      failed("The address doesn't seem to have received the fund"),
    )
    expect(await scene.check({ ...proof, spendKeys: new Map([other!]) })).toEqual(
      failed("The given address isn't found in the proof"),
    )
    expect(
      await scene.check({ ...proof, spendKeys: new Map([primary!, [other![0], primary![1]]]) }),
    ).toEqual({ result: { good: false, total: 0n, spent: 0n } })
  })

  // Such a key image never appears on the chain, so that its output would always count as unspent.
  test('error: a signed key image with a component of small order', async () => {
    const { wallet } = scene
    const { crypto } = wallet.ports
    const secrets = wallet.secrets as SpendSecrets
    const { viewSecret, viewPublic: viewKey, spendPublic: spendKey } = secrets
    const { outputs, spendKeys } = await scene.prove({ amount: 6n })
    const [honest] = outputs
    const keyImage = crypto.pointAdd(honest!.keyImage, smallOrder[1]!)!
    const hash = reserveHash(crypto, { spendKey, viewKey }, [keyImage], '')
    const record = [...wallet.store.outputs.values()].find(
      (output) => output.keyImage === bytesToHex(honest!.keyImage),
    )!
    const [key, { secret }] = [hexToBytes(record.key), keyToSpend(crypto, secrets, record)]
    // Every second one holds.
    let keyImageSignature: Uint8Array
    do keyImageSignature = crypto.signRing(hash, keyImage, [key], secret, 0)
    while (!crypto.verifyRing(hash, keyImage, [key], keyImageSignature))
    const sharedSecretSignature = crypto.signTxProof(
      ...([2, hash, viewKey, record.txPublicKey, undefined] as const),
      ...([honest!.sharedSecret, viewSecret] as const),
    )
    for (const each of spendKeys.keys()) {
      const index = wallet.addresses.find(hexToBytes(each))!
      const own = subaddressSpendSecret(crypto, secrets, index)
      spendKeys.set(each, crypto.sign(hash, hexToBytes(each), own))
    }
    const forged = { ...honest!, keyImage, sharedSecretSignature, keyImageSignature }
    const bad = { result: { good: false, total: 0n, spent: 0n } }
    expect(await scene.check({ version: 2, outputs: [forged], spendKeys })).toEqual(bad)
  })

  test('error: the daemon returns another transaction, none, an unmined one, or an incomplete one', async () => {
    const proof = await scene.prove({ all: true })
    const { txs, inPool } = scene.answers
    const [[txid, tx], [, other]] = [...txs] as [Entry, Entry]
    inPool.add(txid)
    expect(await scene.check(proof)).toEqual(failed('Tx is unconfirmed'))
    txs.set(txid, other)
    expect(await scene.check(proof)).toEqual(
      failed('Failed to get the right transaction from daemon'),
    )
    txs.set(txid, { ...tx, blob: tx.blob.subarray(0, -1) })
    expect(await scene.check(proof)).toEqual(failed('Failed to parse transaction from daemon'))
    txs.delete(txid)
    expect(await scene.check(proof)).toEqual(failed('Failed to get transaction from daemon'))
    txs.set(txid, tx)
    inPool.clear()
    scene.answers.short = true
    expect(await scene.check(proof)).toEqual(
      failed('Failed to get key image spent status from daemon'),
    )
  })
})
