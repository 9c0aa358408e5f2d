/**
 * What 0.18.0.0 lacks, beside a wallet of today: monero-ts' full wallet, wallet2 v0.18.5, with the same keys
 * on the same chain.
 */
import moneroTs from 'monero-ts'
import { expect } from 'vitest'
import { beforeAll, test } from '../support/programs/test.ts'
import { minerSeed, type Result } from '../support/programs/monerod.ts'
import { startOurWalletRpc, type OurWalletRpc } from '../support/programs/nightjar.ts'
import { poll } from '../support/programs/process.ts'
import { startRegtest, type Regtest } from '../support/programs/regtest-node.ts'
import { restoreOurs, type OurWallet } from '../support/wallet-comparison/restore-both.ts'
import { startShim, type Shim } from '../support/network/hard-fork-version-shim.ts'
import { moneroTsWallet } from '../support/programs/monero-ts-wallet.ts'

const xmr = 1_000_000_000_000n

/** Accounts and addresses in each that both look ahead for. */
const lookahead = { accounts: 2, addresses: 20 }

let node: Regtest
let shim: Shim
/** Has what is mined. */
let payer: OurWalletRpc
/** Knows addresses of the wallet that none of the two was asked for. */
let model: OurWallet
let ours: OurWalletRpc
let theirs: moneroTs.MoneroWalletFull

beforeAll(async () => {
  node = await startRegtest()
  shim = await startShim(node.url)
  await node.mine(5)
  model = await restoreOurs(node.address)
  const { key: seed } = await model.call('query_key', { key_type: 'mnemonic' })
  ;[payer, ours] = await Promise.all([
    startOurWalletRpc({ daemon: node.address }),
    startOurWalletRpc({ daemon: node.address, flags: ['--subaddress-lookahead', '2:10'] }),
  ])
  const restored = { filename: 'w', password: 'p', restore_height: 0 }
  await payer.call('restore_deterministic_wallet', { ...restored, seed: minerSeed })
  await ours.call('restore_deterministic_wallet', { ...restored, seed })
  theirs = await moneroTsWallet({
    password: 'p',
    seed,
    restoreHeight: 0,
    server: { uri: shim.url },
    accountLookahead: lookahead.accounts,
    subaddressLookahead: lookahead.addresses,
  })
})

const own = (account: number, address: number) =>
  model.wallet.addresses.address({ account, address })

/** Mines, and has both look. */
async function mine(blocks: number): Promise<void> {
  const height = await node.mine(blocks)
  await ours.call('refresh')
  // It says nothing when it could not ask.
  await poll(async () => {
    await theirs.sync()
    return (await theirs.getHeight()) === height
  })
}

/** Pays to addresses in one transaction, which is mined. */
async function pay(...addresses: readonly string[]): Promise<void> {
  const destinations = addresses.map((address) => ({ address, amount: xmr }))
  await payer.call('refresh')
  await payer.call('transfer', { destinations })
  await mine(1)
}

const balances = async () => [
  (await ours.call('get_balance', { all_accounts: true })).balance,
  await theirs.getBalance(),
]

// monero src/wallet/wallet2.cpp adjust_priority: ten blocks are the least that it judges by.
test('error: get_default_fee_priority on a chain that is too short', async () => {
  await mine(1)
  await expect(ours.call('get_default_fee_priority')).rejects.toMatchObject({
    code: -1,
    message: expect.stringContaining('Failed to get adjusted fee priority'),
  })

  await mine(93)
})

test('set_subaddress_lookahead: payments are found up to that distance from the last used address', async () => {
  const { accounts, addresses } = lookahead
  await ours.call('set_subaddress_lookahead', {
    password: 'p',
    major_idx: accounts,
    minor_idx: addresses,
  })

  const last = { account: accounts - 1, address: addresses - 1 }
  await pay(own(last.account, last.address + 1))
  expect(await balances()).toEqual([0n, 0n])
  await pay(own(last.account, last.address))
  expect(await balances()).toEqual([xmr, xmr])
  // That one counts among as many as it looks ahead for again.
  await pay(own(last.account, last.address + addresses))
  expect(await balances()).toEqual([xmr, xmr])
  await pay(own(last.account, last.address + addresses - 1))
  expect(await balances()).toEqual([2n * xmr, 2n * xmr])
})

test('get_default_fee_priority on a chain with free block space', async () => {
  const priority = async () => [
    (await ours.call('get_default_fee_priority')).priority,
    BigInt(await theirs.getDefaultFeePriority()),
  ]
  expect(await priority()).toEqual([1n, 1n])
})

test("subtract_fee_from_outputs: each recipient's part of the fee", async () => {
  await pay(own(0, 0))
  await mine(10)
  const amounts = [xmr / 4n, xmr / 8n]
  const to = [own(1, 0), own(1, 1)]
  const asked = amounts.map((amount, index) => ({ address: to[index]!, amount }))
  const here: Result = await ours.call('transfer', {
    destinations: asked,
    subtract_fee_from_outputs: [0, 1],
    do_not_relay: true,
  })

  const there = await theirs.createTx({
    accountIndex: 0,
    relay: false,
    subtractFeeFrom: [0, 1],
    destinations: asked.map((each) => new moneroTs.MoneroDestination(each)),
  })

  const paidThere = there
    .getOutgoingTransfer()
    .getDestinations()
    .map((each) => each.getAmount())
  for (const [paid, fee] of [
    [here.amounts_by_dest.amounts as bigint[], here.fee as bigint],
    [paidThere, there.getFee()],
  ] as const) {
    const less = amounts.map((amount, index) => amount - paid[index]!)
    expect(less).toEqual([fee / 2n + (fee % 2n), fee / 2n])
  }
})

test('error: subtract_fee_from_outputs has the index of no recipient', async () => {
  const destinations = [{ address: own(1, 0), amount: xmr / 4n }]
  const refusal = (call: Promise<unknown>) =>
    call.then(
      () => 'sent',
      ({ message }: Error) => message,
    )
  const here = await refusal(
    ours.call('transfer', { destinations, subtract_fee_from_outputs: [1], do_not_relay: true }),
  )
  const there = await refusal(
    theirs.createTx({
      accountIndex: 0,
      relay: false,
      subtractFeeFrom: [1],
      destinations: destinations.map((each) => new moneroTs.MoneroDestination(each)),
    }),
  )
  expect(there).toBe('subtractfeefrom: bad index: 1 (indexes are 0-based)')
  expect(here).toContain(there)
})
