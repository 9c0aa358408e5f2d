/** A block that no pool would relay does not stop the wallet of a page. */
import { afterAll, expect, test } from 'vitest'
import { chromiumWallet } from '../bench/programs/ours-chromium.ts'
import { peakMemory } from '../bench/usage.ts'
import { poison } from '../support/chains/crowded-transactions.ts'
import { stopAll } from '../support/programs/file-end.ts'
import { minerSeed, startMonerod } from '../support/programs/monerod.ts'
import { startNightjar } from '../support/programs/nightjar.ts'
import { submitCrowd } from '../support/programs/submit-crowd.ts'

/** Nine times what was measured, 33 MB. Without bounded scans it was more than 1 GB. */
const mostBytes = 300 * 2 ** 20

const closers: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const close of closers.splice(0).reverse()) await close()
  await stopAll()
})

test('a page passes it with bounded memory', async () => {
  const node = await startMonerod()
  await node.mine(5)
  const minerTx = await submitCrowd(node, poison)
  await node.mine(2)
  const nightjar = await startNightjar({ upstream: node.url })
  const wallet = await chromiumWallet(nightjar)
  closers.push(() => wallet.close())
  await wallet.call('auto_refresh', { enable: false })
  await wallet.call('restore_deterministic_wallet', {
    filename: 'miner',
    password: '',
    seed: minerSeed,
    restore_height: 0,
  })
  await wallet.call('set_daemon', { trusted: true })
  const peak = await peakMemory(wallet, () => wallet.call('refresh'))
  const { height } = await wallet.call('get_height')
  expect(Number(height)).toBe(9)
  const { transfers } = await wallet.call('incoming_transfers', { transfer_type: 'all' })
  expect(transfers.map(({ amount }: { amount: bigint }) => amount)).toContain(
    minerTx.outputs.at(-1)!.amount,
  )
  expect(peak).toBeLessThan(mostBytes)
})
