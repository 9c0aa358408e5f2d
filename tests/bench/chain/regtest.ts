/**
 * A private chain of a real monerod with spendable coins, reused by later runs.
 *
 * @module
 */
import { cpSync, existsSync, mkdirSync, renameSync } from 'node:fs'
import { minerAddress, startMonerod, type Monerod } from '../../support/programs/monerod.ts'
import { temporaryFolder } from '../../support/storage/temporary-folder.ts'
import { nativeWallet } from '../programs/native.ts'
import { restore } from '../programs/wallet.ts'
import { keptFolder, keptPlace } from './kept.ts'

const xmr = 1_000_000_000_000n

/** Subaddresses of account 0 by the outputs they hold, 10 XMR each. */
export const purses = { one: 1, two: 2 }

/** A node on a copy of the chain, on which the wallet of the bench owns `blocks` coinbases. */
export async function startRegtest(blocks: number): Promise<Monerod> {
  const kept = keptPlace('regtest', blocks, ['tests/bench/chain/regtest.ts'])
  if (!existsSync(kept)) await makeRegtest(blocks, kept)
  const dataDir = temporaryFolder('bench-monerod')
  cpSync(kept, dataDir, { recursive: true })
  return startMonerod({ dataDir })
}

async function makeRegtest(blocks: number, kept: string) {
  const node = await startMonerod()
  const wallet = await nativeWallet({ daemon: node.address })
  try {
    // The youngest coinbases are locked for 60 blocks.
    await node.mine(blocks + 60, minerAddress)
    await restore(wallet)
    await wallet.call('refresh')
    await wallet.call('create_address', { account_index: 0, count: 2 })
    const { addresses } = await wallet.call('get_address', { account_index: 0 })
    const paid = [purses.one, purses.two, purses.two]
    await wallet.call('transfer', {
      destinations: paid.map((at) => ({ address: addresses[at].address, amount: 10n * xmr })),
    })
    await node.mine(10, minerAddress)
  } finally {
    await wallet.close()
    await node.stop()
  }
  // A rename is atomic: an incomplete chain is never used.
  const half = `${kept}.${process.pid}`
  mkdirSync(keptFolder, { recursive: true })
  cpSync(node.dataDir, half, { recursive: true })
  renameSync(half, kept)
}
