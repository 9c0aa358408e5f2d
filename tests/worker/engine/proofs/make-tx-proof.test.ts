import { beforeEach, describe, expect, test } from 'vitest'
import { formatAddress } from '#protocol/address.ts'
import { writeExtra } from '#protocol/chain/extra.ts'
import { checkTxProof } from '../../../../worker/engine/proofs/check-tx-proof.ts'
import { makeTxProof } from '../../../../worker/engine/proofs/make-tx-proof.ts'
import { provenPayments } from '../../../support/wallets/proven-payments.ts'

let scene: Awaited<ReturnType<typeof provenPayments>>

beforeEach(async () => void (scene = await provenPayments()))

const failed = (message: string) => ({ error: { code: -1, message } })

const prove = (address: string) => scene.call('get_tx_proof', { address })

describe('makeTxProof', () => {
  test('error: an address with our spend key and another view key', async () => {
    const { spendPublic: spendKey } = scene.wallet.secrets
    const viewKey = scene.wallet.addresses.spendKey({ account: 1, address: 1 })
    const strange = formatAddress({ network: 'fakechain', kind: 'standard', spendKey, viewKey })
    expect(await prove(strange)).toEqual(failed('No funds received in this tx.'))
  })

  test('error: an address of others without the transaction key, and an unpaid own one', async () => {
    const { spendPublic: viewKey, viewPublic: spendKey } = scene.wallet.secrets
    const theirs = formatAddress({ network: 'fakechain', kind: 'standard', spendKey, viewKey })
    expect(await prove(theirs)).toEqual(failed("Tx secret key wasn't found in the wallet file."))
    expect(await prove(scene.own(1))).toEqual(failed('No funds received in this tx.'))
  })

  test('proves with the transaction key the amount that an address of others received', async () => {
    const { wallet, paid } = scene
    const { crypto } = wallet.ports
    const [r, viewSecret] = [crypto.randomScalar(), crypto.randomScalar()]
    const [spendKey, viewKey] = [
      crypto.multiplyBase(crypto.randomScalar()),
      crypto.multiplyBase(viewSecret),
    ]
    const derivation = crypto.keyDerivation(viewKey, r)!
    const key = crypto.derivePublicKey(derivation, 0, spendKey)!
    // As a miner pays: its amount is in the clear.
    const extra = writeExtra([{ kind: 'publicKey', key: crypto.multiplyBase(r) }])
    const inputs = [{ kind: 'gen' as const, height: 9n }]
    const prefix = { version: 2, unlockTime: 69n, inputs, outputs: [{ amount: 8n, key }], extra }
    const tx = { ...paid.tx, ...prefix } as typeof paid.tx
    const address = { network: 'fakechain' as const, kind: 'standard' as const, spendKey, viewKey }
    await wallet.store.commit((change) =>
      change.put(wallet.store.txKeys, paid.txid, { txKeys: [r] }),
    )
    const proof = makeTxProof(wallet, { txid: paid.txid, tx }, address, 'hello')
    expect(proof).toMatchObject({ direction: 'out', version: 2, parts: { length: 1 } })
    expect(proof.parts[0]!.sharedSecret).toEqual(
      crypto.multiply(viewSecret, crypto.multiplyBase(r)),
    )
    const check = (message: string) =>
      checkTxProof(crypto, { txid: paid.txid, tx }, address, message, proof)
    expect(check('hello')).toEqual({ good: true, received: 8n })
    expect(check('hallo')).toEqual({ good: false, received: 0n })
  })
})
