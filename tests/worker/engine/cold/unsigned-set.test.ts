import { describe, expect, test } from 'vitest'
import { parseExtra, paymentId } from '#protocol/chain/extra.ts'
import { requestedOutputs } from '../../../../worker/engine/cold/export-outputs.ts'
import { openUnsignedSet, sealUnsignedSet } from '../../../../worker/engine/cold/unsigned-set.ts'
import { ownRecipient } from '../../../../worker/engine/tx/recipient.ts'
import { newSecrets } from '../../../support/chains/coin-mint.ts'
import { mintedFee, mintedPair } from '../../../support/wallets/minted-pair.ts'

const coin = 10n ** 12n

async function scene() {
  const pair = await mintedPair([{ amount: coin }, { amount: 2n * coin, address: 3 }])
  const payee = (address = 0) =>
    ownRecipient(pair.crypto, newSecrets(pair.crypto), { account: 0, address })
  return { ...pair, payee }
}

describe('unsignedOf', () => {
  test('describes inputs with their positions, all outputs, and the change apart', async () => {
    const { outputs, construction, payee, view } = await scene()
    const payments = [{ ...payee(), amount: coin / 4n }]
    const asked = construction(outputs.toReversed(), payments)
    const amount = 3n * coin - coin / 4n - mintedFee
    const { spendPublic, viewPublic } = view.secrets
    expect(asked).toMatchObject({
      payments,
      unlockTime: 0n,
      change: { amount, spendKey: spendPublic, viewKey: viewPublic },
      positions: [1n, 0n],
      account: 0,
      addresses: [0, 3],
      ringct: true,
      viewTags: true,
    })
    expect(asked.sources.map(({ amount, ring }) => [amount, ring.length])).toEqual([
      [2n * coin, 16],
      [coin, 16],
    ])
    expect(asked.outputs.map((each) => each.amount).sort()).toEqual([coin / 4n, amount])
  })

  test('shows the payment id, because the signer encrypts it; a dummy one without', async () => {
    const { outputs, construction, payee } = await scene()
    const idOf = (given: Uint8Array | undefined) => {
      const payments = [{ ...payee(), amount: 5n }]
      const { extra } = construction(outputs, payments, { paymentId: given })
      return paymentId(parseExtra(extra).fields)
    }
    const id = Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8)
    expect(idOf(id)).toEqual({ kind: 'encrypted', id })
    expect(idOf(undefined)).toEqual({ kind: 'encrypted', id: new Uint8Array(8) })
  })

  test('error: a payment id with two recipients, which could both read it', async () => {
    const { outputs, construction, payee } = await scene()
    const payments = [payee(), payee()].map((each) => ({ ...each, amount: 5n }))
    const paymentId = new Uint8Array(8).fill(1)
    expect(() => construction(outputs, payments, { paymentId })).toThrow(
      expect.objectContaining({
        reason: 'GENERIC_TRANSFER_ERROR',
        message: 'transaction was not constructed',
      }),
    )
  })
})

describe('openUnsignedSet', () => {
  test('returns the sealed content, with the outputs whose key images are requested', async () => {
    const { cold, view, outputs, construction, payee } = await scene()
    const asked = construction(outputs.slice(0, 1), [{ ...payee(), amount: 5n }])
    const sealed = await sealUnsignedSet(view.ports, view.store, [asked])
    const opened = await openUnsignedSet(cold.ports, cold.secrets, sealed)
    expect(opened!.constructions).toEqual([asked])
    const { offset, outputs: told } = requestedOutputs(view.store)
    expect(opened!.outputs).toMatchObject({ offset, outputs: told })
    expect(told).toHaveLength(2)
  })

  test('is undefined for other keys, changed bytes, and another kind of set', async () => {
    const { crypto, cold, view, exported } = await scene()
    const sealed = await sealUnsignedSet(view.ports, view.store, [])
    const open = (bytes: Uint8Array, secrets = cold.secrets) =>
      openUnsignedSet(cold.ports, secrets, bytes)
    expect(await open(sealed)).toMatchObject({ constructions: [] })
    expect(await open(sealed, newSecrets(crypto))).toBeUndefined()
    expect(await open(sealed.with(50, sealed[50]! ^ 1))).toBeUndefined()
    expect(await open(await exported())).toBeUndefined()
  })
})
