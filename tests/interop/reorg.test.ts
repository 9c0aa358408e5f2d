/**
 * Blocks that are taken back: our books afterwards equal those of a fresh restore.
 */
import { describe, expect } from 'vitest'
import { beforeAll, test } from '../support/programs/test.ts'
import type { ReceivedRecord } from '../../worker/engine/store/records.ts'
import type { Wallet } from '../../worker/engine/wallet.ts'
import type { WalletRpc } from '../support/programs/monerod.ts'
import { startPaidWallet, type PaidWallet } from '../support/wallet-comparison/paid-wallet.ts'
import { restoreOurs, restoreTheirs } from '../support/wallet-comparison/restore-both.ts'
import { sortedRows } from '../support/wallets/crashing-wallet.ts'
import { asOnWire, without } from '../support/wallet-comparison/comparable-answers.ts'
import { xmr } from '../support/wallet-comparison/payment-scene.ts'

let scene: PaidWallet
/** A monero wallet with our keys, which spends. */
let twin: WalletRpc

beforeAll(async () => {
  scene = await startPaidWallet()
  twin = await restoreTheirs(scene.node.address, scene.ours)
  await scene.node.mine(40)
  await scene.node.mine(40, scene.ours.wallet.primaryAddress)
  await scene.node.mine(70)
}, 600_000)

async function pay(wallet: WalletRpc, address: string, amount: bigint): Promise<string> {
  await wallet.call('refresh')
  const { tx_hash } = await wallet.call('transfer', { destinations: [{ address, amount }] })
  return tx_hash
}

const subaddress = (account: number, address: number) =>
  scene.ours.wallet.addresses.address({ account, address })

/** Everything the chain decides; when something was seen in the pool, and in which order, it does not. */
function books({ store, chain }: Wallet) {
  const rows = [store.outputs, store.received, store.sent, store.pool].map((table) => [
    table.name,
    asOnWire(sortedRows(table).map(([, row]) => row)),
  ])
  const ids = Array.from({ length: Number(chain.height) }, (_, height) => chain.at(BigInt(height)))
  return { ...Object.fromEntries(rows), pool: without(rows[3], 'timestamp'), ids }
}

async function expectSameAsRestored() {
  await scene.ours.call('refresh')
  const restored = await restoreOurs(scene.node.address)
  await restored.call('refresh')
  // Which blocks were received whole depends on the refreshes.
  expect(without(books(scene.ours.wallet), 'timestamp', 'proved')).toEqual(
    without(books(restored.wallet), 'timestamp', 'proved'),
  )
  const theirs = await restoreTheirs(scene.node.address, restored)
  await theirs.call('refresh')
  const params = { all_accounts: true, strict: true }
  expect(without(await scene.ours.call('get_balance', params), 'per_subaddress')).toEqual(
    without(asOnWire(await theirs.call('get_balance', params)), 'per_subaddress'),
  )
  await theirs.stop()
  await restored.service.close()
}

describe('a reorganisation', () => {
  test('puts transactions back in the pool', async () => {
    const outside = (await scene.payer.call('get_address', { account_index: 0 })).address
    await pay(scene.payer, subaddress(0, 1), 1n * xmr)
    await pay(scene.payer, subaddress(2, 0), 2n * xmr)
    const spend = await pay(twin, outside, 3n * xmr)
    await scene.node.mine(3, scene.ours.wallet.primaryAddress)
    await scene.ours.call('refresh')
    expect(scene.ours.wallet.store.received.size).toBe(45)
    expect(scene.ours.wallet.store.sent.get(spend)?.state).toBe('mined')

    const events: unknown[] = []
    const end = scene.ours.wallet.events.subscribe((event) => {
      if (event.name === 'reorganised') events.push(event)
    })
    await scene.node.get('/pop_blocks', { nblocks: 3 })
    const pool = await scene.node.get('/get_transaction_pool_hashes')
    expect(pool.tx_hashes).toHaveLength(3)
    // As in monero's wallet, a node that is merely behind changes nothing.
    const before = books(scene.ours.wallet)
    expect(await scene.ours.call('refresh')).toEqual({ blocks_fetched: 0n, received_money: false })
    expect(books(scene.ours.wallet)).toEqual(before)

    await scene.node.mine(4)
    await scene.ours.call('refresh')
    end()
    await expectSameAsRestored()
    expect(events).toMatchObject([{ detached: 3 }])
    expect(scene.ours.wallet.store.sent.get(spend)?.state).toBe('mined')
  })

  test('loses transactions permanently', async () => {
    const outside = (await scene.payer.call('get_address', { account_index: 0 })).address
    await pay(scene.payer, subaddress(0, 3), 4n * xmr)
    const spend = await pay(twin, outside, 5n * xmr)
    await scene.node.mine(2, scene.ours.wallet.primaryAddress)
    await scene.ours.call('refresh')
    const before = await scene.ours.call('get_balance', { strict: true })
    expect(scene.ours.wallet.store.sent.get(spend)?.state).toBe('mined')

    await scene.node.get('/pop_blocks', { nblocks: 2 })
    await scene.node.call('flush_txpool')
    await scene.node.mine(5)
    await expectSameAsRestored()
    expect(scene.ours.wallet.store.sent.has(spend)).toBe(false)
    expect((await scene.ours.call('get_balance', { strict: true })).balance).not.toBe(
      before.balance,
    )
  })

  test('of more blocks than one response holds is followed to the fork', async () => {
    await scene.node.mine(30, scene.ours.wallet.primaryAddress)
    await scene.ours.call('refresh')
    await scene.node.get('/pop_blocks', { nblocks: 30 })
    await scene.node.mine(12)
    await scene.node.mine(25, subaddress(0, 0))
    await expectSameAsRestored()
  })
})

test('a wallet restored at a height finds what a whole restore finds from there on', async () => {
  await scene.ours.call('refresh')
  const { outputs, received, sent } = scene.ours.wallet.store
  const restored = await restoreOurs(scene.node.address, { restoreHeight: 100n })
  await restored.call('refresh')
  const later = <R extends { height: bigint }>(rows: ReadonlyMap<string, R>) =>
    [...rows.values()].filter(({ height }) => height >= 100n)
  expect(later(outputs.rows).length).toBeGreaterThan(20)
  expect([...restored.wallet.store.outputs.values()]).toEqual(later(outputs.rows))
  // Change of a spend of older outputs looks like a payment to it.
  const others = [...restored.wallet.store.received.values()].filter(({ txid }) => !sent.has(txid))
  // Each numbers what it enters as it enters it.
  const unnumbered = (rows: readonly ReceivedRecord[]) => rows.map((row) => ({ ...row, found: 0n }))
  expect(unnumbered(others)).toEqual(unnumbered(later(received.rows)))
  expect(restored.wallet.chain.first).toBe(64n)
  expect(await restored.call('get_height')).toEqual(await scene.ours.call('get_height'))
  await restored.service.close()
})
