import { describe, expect, test } from 'vitest'
import { openUnsignedSet, sealUnsignedSet } from '../../../../worker/engine/cold/unsigned-set.ts'
import { ownRecipient } from '../../../../worker/engine/tx/recipient.ts'
import { newSecrets } from '../../../support/chains/coin-mint.ts'
import { at, coin, coldPair } from '../../../support/wallets/cold-pair.ts'

/** A view-only wallet with two coins, and the payment that it wants. */
async function scene() {
  const { view, cold, script } = await coldPair([at(0), at(1)])
  const { crypto } = view.ports
  const payee = ownRecipient(crypto, newSecrets(crypto), { account: 0, address: 0 })
  const propose = async () => {
    const payments = [{ ...payee, amount: coin / 4n }]
    const options = { account: 0, addresses: [], priority: 1, subtractFeeFrom: [] }
    const request = { ...options, paymentId: undefined, payments }
    const [made] = await view.spend.transfer(request, { relay: true })
    return made!
  }
  /** The set as the offline wallet reads it. */
  const handedOver = async () => {
    const { unsigned } = await propose()
    const sealed = await sealUnsignedSet(view.ports, view.store, [unsigned!])
    return (await openUnsignedSet(cold.ports, cold.secrets, sealed))!
  }
  return { view, cold, script, propose, handedOver }
}

describe('ColdSigning', () => {
  test('proposes a transaction that is neither sent nor recorded', async () => {
    const { view, script, propose } = await scene()
    const { unsigned, metadata } = await propose()
    expect(unsigned!.payments.map(({ amount }) => amount)).toEqual([coin / 4n])
    expect(metadata()).toEqual(new Uint8Array())
    expect([script.pool.size, view.store.sent.size]).toEqual([0, 0])
    expect([...view.store.outputs.values()].some(({ spent }) => spent)).toBe(false)
  })

  test('submits what the offline wallet signed, and records it', async () => {
    const { view, cold, script, handedOver } = await scene()
    const { sealed, transactions } = await cold.cold.sign(await handedOver())
    expect(script.pool.size).toBe(0)
    const txids = await view.cold.submit(sealed)
    expect(txids).toEqual(transactions.map(({ txid }) => txid))
    expect([...script.pool.keys()]).toEqual(txids)
    expect(view.store.sent.get(txids[0]!)).toMatchObject({ state: 'pending', txKeys: [] })
    const spent = [...view.store.outputs.values()].filter((output) => output.spent)
    expect(spent.map((output) => output.spent)).toEqual([{ txid: txids[0] }])
  })

  test('error: no daemon, and the transaction is not recorded', async () => {
    const { cold, script, handedOver } = await scene()
    const { sealed } = await cold.cold.sign(await handedOver())
    await expect(cold.cold.submit(sealed)).rejects.toMatchObject({
      reason: 'NO_DAEMON_CONNECTION',
    })
    expect([script.pool.size, cold.store.sent.size]).toEqual([0, 0])
  })

  test('error: the daemon refuses; the transaction stays as failed, and the outputs stay free', async () => {
    const { view, cold, script, handedOver } = await scene()
    const { sealed } = await cold.cold.sign(await handedOver())
    view.daemon!.json.send_raw_transaction = async () =>
      ({ status: 'Failed', fee_too_low: true }) as never
    await expect(view.cold.submit(sealed)).rejects.toMatchObject({ reason: 'SIGNED_SUBMISSION' })
    expect(script.pool.size).toBe(0)
    expect([...view.store.sent.values()]).toMatchObject([
      { state: 'failed', destinations: [expect.any(Object)] },
    ])
    expect([...view.store.outputs.values()].some(({ spent }) => spent)).toBe(false)
  })
})
