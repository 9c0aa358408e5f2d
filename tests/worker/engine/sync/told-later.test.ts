/**
 * What a wallet enters while nobody listens is told to who comes back.
 */
import { describe, expect, test } from 'vitest'
import { firstNumberAt, historyOf } from '../../../../worker/engine/store/history.ts'
import type { Wallet } from '../../../../worker/engine/wallet.ts'
import { Listener } from '../../../support/wallets/simulated-ledger.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'
import { coin, rescanScene } from '../../../support/wallets/rescan-scene.ts'
import { scriptedWallet } from '../../../support/wallets/scripted-wallet.ts'

const ours = { account: 0, address: 0 }
const confirmed = ({ txid }: { txid: string }, height: number) => `${height}/confirmed/${txid}/0/0`

describe('who comes back hears of', () => {
  test('blocks that a refresh found replaced, what left them and what waits', async () => {
    const { wallet, script } = await scriptedWallet(await testCrypto())
    const listener = new Listener()
    listener.come(wallet)
    const [gone, kept, waiting] = [1n, 2n, 3n].map((amount) =>
      script.pay({ payments: [{ to: ours, amount }] }),
    )
    script.mine().mine([gone!, kept!])
    await wallet.sync.refresh()
    expect(listener.ids()).toEqual([confirmed(gone!, 2), confirmed(kept!, 2)])
    listener.go()

    script.pop(1)
    script.mine([kept!]).mine().wait(waiting!)
    await wallet.sync.refresh()
    const { replaced } = historyOf(wallet.store)
    expect(replaced).toEqual([{ number: expect.any(BigInt), height: 2n, detached: 1 }])
    expect(replaced[0]!.number).toBeGreaterThan(firstNumberAt(1_800_000_000n))
    const ids = [
      `2/reorganised/${replaced[0]!.number}`,
      confirmed(kept!, 2),
      `pool/${waiting!.txid}/0/0`,
    ]
    expect(listener.catchUp(wallet)).toEqual(ids)
    // Looked at again, it is the same that waits.
    script.mine()
    await wallet.sync.refresh()
    expect(listener.catchUp(wallet)).toEqual([])
  })

  test('what scan_tx found in blocks that were passed over', async () => {
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

  test('what was seen by the wallet beside it, and that blocks were replaced', async () => {
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
