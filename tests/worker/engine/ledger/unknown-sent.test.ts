import { describe, expect, test } from 'vitest'
import { listTransfers } from '../../../../worker/engine/ledger/transfers.ts'
import { paidWallet } from '../../../support/wallets/paid-wallet.ts'

const index = (account: number, address: number) => ({ account, address })

describe('a transaction of another copy of the wallet', () => {
  test('is shown as sent, net of fee and change; payments to another account are received', async () => {
    const { wallet, script, keyImages } = await paidWallet()
    const payments = [
      { amount: 10n },
      { to: index(0, 0), amount: 55n },
      { to: index(1, 0), amount: 25n },
    ]
    const sending = script.pay({ payments, spends: keyImages, fee: 10n, unlockTime: 9n })
    script.mine([sending])
    await wallet.sync.refresh()
    expect(wallet.store.sent.get(sending.txid)).toMatchObject({
      state: 'mined',
      height: 2n,
      account: 0,
      amountIn: 100n,
      change: 55n,
      fee: 10n,
      amountOut: 35n,
      destinations: [],
      keyImages,
      unlockTime: 9n,
      subaddresses: [index(0, 0), index(0, 1)],
    })
    const { in: received, out } = listTransfers(wallet)
    expect(received.map(({ amount }) => amount)).toEqual([60n, 40n, 25n])
    expect(out).toMatchObject([{ amount: 35n, fee: 10n, kind: 'out' }])
    const spentBy = [...wallet.store.outputs.values()].map((output) => output.spent?.txid)
    expect(spentBy).toEqual([sending.txid, sending.txid, undefined, undefined])
  })

  test('that was first seen in the pool is completed once it is mined', async () => {
    const { wallet, script, keyImages } = await paidWallet()
    await wallet.sync.refresh()
    const late = script.pay({ payments: [{ to: index(0, 0), amount: 50n }] })
    const spends = [...keyImages, late.keyImages[0]!]
    const payments = [{ amount: 100n }, { to: index(0, 0), amount: 40n }]
    const sending = script.pay({ payments, spends, fee: 10n })
    script.wait(sending)
    await wallet.sync.lookAtPool()
    expect(wallet.store.sent.get(sending.txid)).toMatchObject({ amountIn: 100n, keyImages })
    script.mine([late]).mine([sending])
    await wallet.sync.refresh()
    expect(wallet.store.sent.get(sending.txid)).toMatchObject({
      state: 'mined',
      amountIn: 150n,
      change: 40n,
      amountOut: 100n,
      keyImages: spends,
    })
  })

  test('within one account is shown with an amount of zero', async () => {
    const { wallet, script, keyImages } = await paidWallet()
    const payments = [
      { to: index(0, 2), amount: 50n },
      { to: index(0, 0), amount: 40n },
    ]
    const sending = script.pay({ payments, spends: keyImages, fee: 10n })
    script.mine([sending])
    await wallet.sync.refresh()
    expect(wallet.store.sent.get(sending.txid)).toMatchObject({ change: 90n, amountOut: 0n })
    expect(listTransfers(wallet).in).toHaveLength(2)
  })
})
