import { describe, expect, test } from 'vitest'
import { Listener } from '../../../support/wallets/simulated-ledger.ts'
import { rescanScene } from '../../../support/wallets/rescan-scene.ts'

describe('scanTransactions', () => {
  test('numbers transactions of skipped blocks, so that a listener receives them', async () => {
    const { wallet, call, first, spend } = await rescanScene({ wanted: { restoreHeight: 5n } })
    const listener = new Listener()
    listener.come(wallet)
    await wallet.sync.refresh()
    listener.go()
    expect(listener.ids()).toEqual([])
    expect(await call('scan_tx', { txids: [first.txid, spend.txid] })).toEqual({ result: {} })
    const [told, live] = [listener.catchUp(wallet), new Listener()]
    expect(told.map((id) => id.split('/').slice(0, 2).join(' '))).toEqual([
      '1 confirmed',
      '1 confirmed',
      '1 confirmed',
      '2 confirmed',
      '10 unlocked',
      '10 unlocked',
      '10 unlocked',
    ])
    expect(told).toContain(`2/confirmed/${spend.txid}/out`)
    live.lastId = '0/confirmed/'
    expect(live.catchUp(wallet)).toEqual(told)
  })
})
