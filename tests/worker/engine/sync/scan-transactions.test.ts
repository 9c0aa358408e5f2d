import { describe, expect, test } from 'vitest'
import type { Daemon } from '../../../../worker/engine/base/ports.ts'
import { genesisBlock } from '../../../support/chains/scripted-block.ts'
import { withCalls } from '../../../support/daemons/lying-daemon.ts'
import { Listener } from '../../../support/wallets/simulated-ledger.ts'
import { rescanScene } from '../../../support/wallets/rescan-scene.ts'

type Blocks = Awaited<ReturnType<Daemon['bin']['get_blocks_by_height']>>['blocks']
type BlocksLie = (blocks: Blocks) => Blocks

describe('scanTransactions', () => {
  test('numbers transactions of skipped blocks, so that a listener receives them', async () => {
    const { wallet, call, first, spend } = await rescanScene({ wanted: { restoreHeight: 5n } })
    const listener = new Listener()
    listener.come(wallet)
    await wallet.sync.refresh()
    listener.go()
    expect(listener.ids()).toEqual([])
    expect(await call('scan_tx', { txids: [first.txid, spend.txid] })).toEqual({ result: {} })
    const [received, live] = [listener.catchUp(wallet), new Listener()]
    expect(received.map((id) => id.split('/').slice(0, 2).join(' '))).toEqual([
      '1 confirmed',
      '1 confirmed',
      '1 confirmed',
      '2 confirmed',
      '10 unlocked',
      '10 unlocked',
      '10 unlocked',
    ])
    expect(received).toContain(`2/confirmed/${spend.txid}/out`)
    live.lastId = '0/confirmed/'
    expect(live.catchUp(wallet)).toEqual(received)
  })

  test.each<[string, BlocksLie, string]>([
    ['no block', () => [], 'other blocks than requested'],
    [
      'another block',
      ([block, ...rest]) => [{ ...block!, block: genesisBlock }, ...rest],
      'a block is not the one we know',
    ],
  ])('error: the daemon sends %s, and nothing changes', async (_, change, message) => {
    const { wallet, first, books } = await rescanScene({
      lie: (daemon) =>
        withCalls(daemon, {
          bin: {
            async get_blocks_by_height(params) {
              const answer = await daemon.bin.get_blocks_by_height(params)
              return { ...answer, blocks: change(answer.blocks) }
            },
          },
        }),
    })
    await wallet.sync.refresh()
    const before = books()
    const scanned = wallet.sync.scanTransactions(new Set([first.txid]), true)
    await expect(scanned).rejects.toThrow(message)
    expect(books()).toEqual(before)
  })
})
