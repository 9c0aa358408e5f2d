import { describe, expect, test } from 'vitest'
import { historyOf } from '../../../../worker/engine/store/history.ts'
import type { Wallet } from '../../../../worker/engine/wallet.ts'
import { coin, rescanScene } from '../../../support/wallets/rescan-scene.ts'
import { Listener } from '../../../support/wallets/simulated-ledger.ts'

const ours = { account: 0, address: 0 }
const confirmed = ({ txid }: { txid: string }, height: number) => `${height}/confirmed/${txid}/0/0`

describe('applyOther', () => {
  test('takes over payments and replaced blocks of the background wallet, so that a listener receives them', async () => {
    const { call, service, script, first } = await rescanScene({
      wanted: { name: 'w', password: 'p' },
    })
    const setUp = { background_sync_type: 'custom-background-password', wallet_password: 'p' }
    const open = async (filename: string, password: string): Promise<Wallet> => {
      expect(await call('open_wallet', { filename, password })).toHaveProperty('result')
      return service.wallet!
    }
    await call('refresh')
    await call('setup_background_sync', { ...setUp, background_cache_password: 'b' })
    const listener = new Listener()
    listener.come(service.wallet!)
    listener.go()
    await call('close_wallet')

    const late = script.pay({ payments: [{ to: ours, amount: coin }] })
    script.pop(4)
    while (script.height < 34) script.mine()
    script.mine([late])
    const beside = await open('w.background', 'b')
    await call('refresh')
    expect(historyOf(beside.store).replaced).toMatchObject([{ height: 27n, detached: 4 }])
    const wallet = await open('w', 'p')
    expect(wallet.chain.height).toBe(35n)
    const { replaced } = historyOf(wallet.store)
    expect(replaced).toMatchObject([{ height: 27n, detached: 4 }])
    const told = listener.catchUp(wallet)
    expect(told).toEqual([`27/reorganised/${replaced[0]!.number}`, confirmed(late, 34)])
    expect(told.some((id) => id.includes(first.txid))).toBe(false)
  })
})
