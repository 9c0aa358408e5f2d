/** Blocks that a real monerod accepts and no pool would relay: wallets pass them with bounded memory. */
import { describe, expect } from 'vitest'
import { peakMemory } from '../bench/usage.ts'
import { poison, type Crowd } from '../support/chains/crowded-transactions.ts'
import {
  restoreMiner,
  startMonerod,
  startWalletRpc,
  type Monerod,
  type Result,
  type WalletRpc,
} from '../support/programs/monerod.ts'
import { startOurWalletRpc, type OurWalletRpc } from '../support/programs/nightjar.ts'
import { submitCrowd } from '../support/programs/submit-crowd.ts'
import { beforeAll, test } from '../support/programs/test.ts'

/** Four times what was measured, 71 MB. Without bounded scans it was 1.5 GB. */
const mostBytes = 300 * 2 ** 20

let node: Monerod
let ours: OurWalletRpc
let theirs: WalletRpc

beforeAll(async () => {
  node = await startMonerod()
  await node.mine(5)
  ours = await startOurWalletRpc({ daemon: node.address })
  theirs = await startWalletRpc({ daemon: node.address })
  for (const wallet of [ours, theirs]) {
    await restoreMiner(wallet)
    await wallet.call('auto_refresh', { enable: false })
    await wallet.call('refresh')
  }
})

/** Height, balance and the amounts of all outputs. */
async function shown({ call }: Pick<WalletRpc, 'call'>) {
  const { height } = await call('get_height')
  const { balance } = await call('get_balance')
  const { transfers } = await call('incoming_transfers', { transfer_type: 'all' })
  const amounts = transfers.map(({ amount }: Result) => amount as bigint)
  return { height, balance, amounts: amounts.sort((a: bigint, b: bigint) => Number(a - b)) }
}

describe('a block with a miner transaction of', () => {
  test.each<[string, Omit<Crowd, 'to' | 'reward'>]>([
    ['4390 keys and 3800 outputs', poison],
    ['8000 keys', { keys: 8000, outputs: 1 }],
    ['7500 outputs', { keys: 1, outputs: 7500 }],
    ['130 000 fields', { keys: 1, outputs: 2, nonces: 130_000 }],
    // Of more than 300 kB, with a penalty. monerod reads at most 1 MiB of hex.
    ['14 400 outputs', { keys: 1, outputs: 14_400 }],
    ['15 700 keys', { keys: 15_700, outputs: 2 }],
  ])('%s shows the same payments as in monero-wallet-rpc', async (_, crowd) => {
    const minerTx = await submitCrowd(node, crowd)
    await node.mine(2)
    const { pid } = ours.program
    const peak = await peakMemory({ pid, holders: () => [pid] }, () => ours.call('refresh'))
    await theirs.call('refresh')
    const expected = await shown(theirs)
    expect(await shown(ours)).toEqual(expected)
    expect(expected.amounts).toContain(minerTx.outputs.at(-1)!.amount)
    expect(peak).toBeLessThan(mostBytes)
  })
})
