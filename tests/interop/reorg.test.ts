/**
 * Blocks that are taken back: our books afterwards equal those of a fresh restore.
 */
import { describe, expect } from 'vitest'
import { beforeAll, test } from '../support/programs/test.ts'
import type { ReceivedRecord } from '../../worker/engine/store/records.ts'
import type { Wallet } from '../../worker/engine/wallet.ts'
import {
  minerSeed,
  startMonerod,
  startWalletRpc,
  type Monerod,
  type WalletRpc,
} from '../support/programs/monerod.ts'
import {
  restoreOurs,
  restoreTheirs,
  type OurWallet,
} from '../support/wallet-comparison/restore-both.ts'
import { sortedRows } from '../support/wallets/crashing-wallet.ts'
import { asOnWire, without } from '../support/wallet-comparison/comparable-answers.ts'

const xmr = 1_000_000_000_000n

let node: Monerod
let payer: WalletRpc
/** A monero wallet with our keys, which spends. */
let twin: WalletRpc
let ours: OurWallet

beforeAll(async () => {
  node = await startMonerod()
  payer = await startWalletRpc({ daemon: node.address })
  await payer.call('restore_deterministic_wallet', {
    filename: 'payer',
    password: '',
    seed: minerSeed,
    restore_height: 0,
  })

  ours = await restoreOurs(node.address)
  twin = await restoreTheirs(node.address, ours)
  await node.mine(40)
  await node.mine(40, ours.wallet.primaryAddress)
  await node.mine(70)
}, 600_000)

async function pay(wallet: WalletRpc, address: string, amount: bigint): Promise<string> {
  await wallet.call('refresh')
  const { tx_hash } = await wallet.call('transfer', { destinations: [{ address, amount }] })
  return tx_hash
}

const subaddress = (account: number, address: number) =>
  ours.wallet.addresses.address({ account, address })

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
  await ours.call('refresh')
  const restored = await restoreOurs(node.address)
  await restored.call('refresh')
  expect(without(books(ours.wallet), 'timestamp')).toEqual(
    without(books(restored.wallet), 'timestamp'),
  )
  const theirs = await restoreTheirs(node.address, restored)
  await theirs.call('refresh')
  const params = { all_accounts: true, strict: true }
  expect(without(await ours.call('get_balance', params), 'per_subaddress')).toEqual(
    without(asOnWire(await theirs.call('get_balance', params)), 'per_subaddress'),
  )
  await theirs.stop()
  await restored.service.close()
}

describe('a reorganisation', () => {
  test('puts transactions back in the pool', async () => {
    const outside = (await payer.call('get_address', { account_index: 0 })).address
    await pay(payer, subaddress(0, 1), 1n * xmr)
    await pay(payer, subaddress(2, 0), 2n * xmr)
    const spend = await pay(twin, outside, 3n * xmr)
    await node.mine(3, ours.wallet.primaryAddress)
    await ours.call('refresh')
    expect(ours.wallet.store.received.size).toBe(45)
    expect(ours.wallet.store.sent.get(spend)?.state).toBe('mined')

    const events: unknown[] = []
    const end = ours.wallet.events.subscribe((event) => {
      if (event.name === 'reorganised') events.push(event)
    })
    await node.get('/pop_blocks', { nblocks: 3 })
    const pool = await node.get('/get_transaction_pool_hashes')
    expect(pool.tx_hashes).toHaveLength(3)
    // As in monero's wallet, a node that is merely behind changes nothing.
    const before = books(ours.wallet)
    expect(await ours.call('refresh')).toEqual({ blocks_fetched: 0n, received_money: false })
    expect(books(ours.wallet)).toEqual(before)

    await node.mine(4)
    await ours.call('refresh')
    end()
    await expectSameAsRestored()
    expect(events).toMatchObject([{ detached: 3 }])
    expect(ours.wallet.store.sent.get(spend)?.state).toBe('mined')
  })

  test('loses transactions permanently', async () => {
    const outside = (await payer.call('get_address', { account_index: 0 })).address
    await pay(payer, subaddress(0, 3), 4n * xmr)
    const spend = await pay(twin, outside, 5n * xmr)
    await node.mine(2, ours.wallet.primaryAddress)
    await ours.call('refresh')
    const before = await ours.call('get_balance', { strict: true })
    expect(ours.wallet.store.sent.get(spend)?.state).toBe('mined')

    await node.get('/pop_blocks', { nblocks: 2 })
    await node.call('flush_txpool')
    await node.mine(5)
    await expectSameAsRestored()
    expect(ours.wallet.store.sent.has(spend)).toBe(false)
    expect((await ours.call('get_balance', { strict: true })).balance).not.toBe(before.balance)
  })

  test('of more blocks than came in one answer is followed to where the chains part', async () => {
    await node.mine(30, ours.wallet.primaryAddress)
    await ours.call('refresh')
    await node.get('/pop_blocks', { nblocks: 30 })
    await node.mine(12)
    await node.mine(25, subaddress(0, 0))
    await expectSameAsRestored()
  })
})

test('a wallet restored at a height finds what a whole restore finds from there on', async () => {
  await ours.call('refresh')
  const { outputs, received, sent } = ours.wallet.store
  const restored = await restoreOurs(node.address, { restoreHeight: 100n })
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
  expect(restored.wallet.chain.first).toBe(100n)
  expect(await restored.call('get_height')).toEqual(await ours.call('get_height'))
  await restored.service.close()
})
