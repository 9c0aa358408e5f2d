/**
 * What we find on a chain, compared with what monero-wallet-rpc finds there with the same keys.
 *
 * Named exceptions: `tx_size`, which the reference has no more; times at which something was seen in
 * the pool; the balance while the pool has a spend by another copy of the wallet, which the reference does not look at.
 */
import { describe, expect } from 'vitest'
import { beforeAll, test } from '../support/programs/test.ts'
import { dispatch } from '../../worker/rpc/dispatch.ts'
import { CallError } from '../support/network/http-client.ts'
import { minerAddress, type Result, type WalletRpc } from '../support/programs/monerod.ts'
import { startPaidWallet, type PaidWallet } from '../support/wallet-comparison/paid-wallet.ts'
import { restoreOurs, restoreTheirs } from '../support/wallet-comparison/restore-both.ts'
import { ourAnswer, theirAnswer } from '../support/wallet-comparison/compare-answers.ts'
import { asAnswered, asOnWire, without } from '../support/wallet-comparison/comparable-answers.ts'
import { xmr } from '../support/wallet-comparison/payment-scene.ts'

let scene: PaidWallet
/** A monero wallet with our keys, which only looks on. */
let theirs: WalletRpc
/** The same with the view key alone. */
let theirsViewing: WalletRpc
/** Another one, which spends. */
let twin: WalletRpc

beforeAll(async () => {
  scene = await startPaidWallet()
  await makeHistory()
  await Promise.all([scene.ours.call('refresh'), theirs.call('refresh')])
}, 600_000)

const addressOf = (account: number, address: number) =>
  scene.ours.wallet.addresses.address({ account, address })

async function pay(wallet: WalletRpc, destinations: [string, bigint][], more = {}) {
  await wallet.call('refresh')
  return wallet.call('transfer', {
    destinations: destinations.map(([address, amount]) => ({ address, amount })),
    ...more,
  })
}

async function integrated(paymentId: string): Promise<string> {
  const params = { standard_address: scene.ours.wallet.primaryAddress, payment_id: paymentId }
  return (await scene.payer.call('make_integrated_address', params)).integrated_address
}

/** 200 blocks to us, among payments to us, by us, and between accounts of ours. */
async function makeHistory() {
  const mineToUs = (blocks: number) => scene.node.mine(blocks, scene.ours.wallet.primaryAddress)
  await scene.node.mine(80)
  await mineToUs(60)
  await pay(scene.payer, [[addressOf(0, 0), 1n * xmr]])
  await pay(scene.payer, [[addressOf(0, 1), 2n * xmr]])
  await pay(scene.payer, [[await integrated('1122334455667788'), 3n * xmr]])
  await mineToUs(1)
  await pay(scene.payer, [
    [addressOf(0, 5), 4n * xmr],
    [addressOf(1, 0), 5n * xmr],
    [addressOf(2, 3), 6n * xmr],
    [addressOf(2, 3), 7n * xmr],
  ])
  await pay(scene.payer, [[addressOf(0, 150), 8n * xmr]], { unlock_time: 10_000 })
  await mineToUs(11)
  // Watched only because of the payment before, which monero's wallet has to have seen in an
  // earlier batch of blocks.
  theirs = await restoreTheirs(scene.node.address, scene.ours)
  theirsViewing = await restoreTheirs(scene.node.address, scene.ours, { viewOnly: true })
  await Promise.all([theirs.call('refresh'), theirsViewing.call('refresh')])
  await pay(scene.payer, [[addressOf(0, 300), 9n * xmr]])
  await pay(scene.payer, [[await integrated('ffeeddccbbaa9988'), 10n * xmr]], { priority: 2 })
  await mineToUs(58)

  twin = await restoreTheirs(scene.node.address, scene.ours)
  const outside = (await scene.payer.call('get_address', { account_index: 0 })).address
  await pay(twin, [[outside, 20n * xmr]])
  await pay(twin, [[addressOf(3, 0), 21n * xmr]], { account_index: 0 })
  await mineToUs(10)
  await pay(twin, [[addressOf(0, 9), 22n * xmr]])
  await pay(twin, [
    [outside, 1n * xmr],
    [addressOf(2, 0), 2n * xmr],
  ])
  await mineToUs(20)
  await pay(twin, [[outside, 1n]], { account_index: 2 })
  await mineToUs(40)
  // This one stays in the pool.
  await pay(scene.payer, [[addressOf(1, 2), 30n * xmr]])
}

/** Both answers, without fields that are named exceptions. */
async function both(method: string, params: unknown, ...exceptions: string[]) {
  const [our, their]: Result[] = await Promise.all([
    scene.ours.call(method, params),
    theirs.call(method, params),
  ])
  return {
    ours: without(our, ...exceptions),
    theirs: without(asAnswered(method, their), ...exceptions),
  }
}

const accounts = [0, 1, 2, 3]
const everything = { in: true, out: true, pending: true, failed: true, pool: true }

describe('a restored wallet equals monero-wallet-rpc', () => {
  test('in height and accounts', async () => {
    expect(await scene.ours.call('get_height')).toEqual(asOnWire(await theirs.call('get_height')))
    const { wallet } = scene.ours
    expect(wallet.addresses.accountCount).toBe(4)
    expect(wallet.store.outputs.size).toBeGreaterThan(210)
    expect(wallet.store.pool.size).toBe(1)
  })

  test.each([{}, { strict_balances: true }])('in get_accounts %o', async (params) => {
    const answers = await both('get_accounts', params)
    expect(answers.ours).toEqual(answers.theirs)
  })

  test.each(accounts)('in get_address of account %i', async (account_index) => {
    const answers = await both('get_address', { account_index })
    expect(answers.ours).toEqual(answers.theirs)
  })

  test.each([
    { all_accounts: true },
    { all_accounts: true, strict: true },
    ...accounts.map((account_index) => ({ account_index })),
    { account_index: 0, strict: true },
    { account_index: 2, address_indices: [0, 3, 4] },
    { account_index: 77 },
  ])('in get_balance %o', async (params) => {
    const answers = await both('get_balance', params)
    expect(answers.ours).toEqual(answers.theirs)
  })

  test.each([
    { ...everything, all_accounts: true },
    ...accounts.map((account_index) => ({ ...everything, account_index })),
    { ...everything, account_index: 0, subaddr_indices: [0, 5] },
    { in: true, filter_by_height: true, min_height: 141, max_height: 153 },
    { out: true, filter_by_height: true, min_height: 220, all_accounts: true },
  ])('in get_transfers %o', async (params) => {
    const answers = await both('get_transfers', params)
    expect(withoutPoolTimes(answers.ours)).toEqual(withoutPoolTimes(answers.theirs))
  })

  test.each(
    accounts.flatMap((account_index) =>
      ['all', 'available', 'unavailable'].map((transfer_type) => ({
        account_index,
        transfer_type,
      })),
    ),
  )('in incoming_transfers %o', async (params) => {
    const answers = await both('incoming_transfers', params, 'tx_size')
    expect(answers.ours).toEqual(answers.theirs)
  })

  test('in get_bulk_payments, by payment id in the requested order', async () => {
    const ids = ['ffeeddccbbaa9988', '0000000000000000', '1122334455667788']
    for (const payment_ids of [ids, ids.toReversed()]) {
      const answers = await Promise.all([
        dispatch(scene.ours.service, 'get_bulk_payments', { payment_ids }),
        theirs.call('get_bulk_payments', { payment_ids }).then((result) => ({ result })),
      ])
      for (const outcome of answers) {
        const { payments } = ('result' in outcome ? outcome.result : {}) as Result
        const runs = payments
          .map((each: Result) => each.payment_id)
          .filter((id: string, at: number, all: string[]) => id !== all[at - 1])
        expect(runs).toEqual(payment_ids)
      }
    }
  })

  test('in get_transfer_by_txid of every transaction except coinbases', async () => {
    const { sent, received, pool } = scene.ours.wallet.store
    const mined = [...received.values()].filter(({ coinbase }) => !coinbase)
    const seen = [...mined, ...sent.values(), ...pool.values()].map(({ txid }) => txid)
    expect(new Set(seen).size).toBe(13)
    for (const txid of new Set(seen))
      for (const account_index of accounts) {
        const ask = (call: WalletRpc['call']) =>
          call('get_transfer_by_txid', { txid, account_index }).catch(
            (error: Error) => error.message,
          )
        const [our, their] = await Promise.all([ask(scene.ours.call), ask(theirs.call)])
        const isPending = (type: unknown) => type === 'pool' || type === 'pending'
        const times = isPending(our.transfer?.type) ? ['timestamp'] : []
        // Which of several entries comes first is chance in the reference.
        const unordered = [...times, ...(our.transfers?.length > 1 ? ['transfer'] : [])]
        const same = asAnswered('get_transfer_by_txid', their)
        expect(without(our, ...unordered)).toEqual(without(same, ...unordered))
      }
  })

  test('in the real transaction sizes', async () => {
    const { outputs } = scene.ours.wallet.store
    const byTransaction = new Map([...outputs.values()].map(({ txid, txSize }) => [txid, txSize]))
    const txs_hashes = [...byTransaction.keys()]
    const { txs } = await scene.node.get('/get_transactions', { txs_hashes })
    expect(txs).toHaveLength(txs_hashes.length)
    for (const { tx_hash, as_hex, pruned_as_hex } of txs)
      expect(byTransaction.get(tx_hash)).toBe((as_hex || pruned_as_hex).length / 2)
  })
})

function withoutPoolTimes(answer: unknown) {
  const { pool, pending, ...mined } = answer as Record<string, unknown>
  return { ...mined, waiting: without({ pool, pending }, 'timestamp') }
}

describe('returns the errors of monero-wallet-rpc', () => {
  const unknown = 'ab'.repeat(32)
  const foreign = minerAddress

  test.each([
    ['get_address', { account_index: 99 }],
    ['get_address', { account_index: 0, address_index: [0, 9999] }],
    ['get_address_index', { address: 'nonsense' }],
    ['get_address_index', { address: foreign }],
    ['create_address', { account_index: 99 }],
    ['label_address', { index: { major: 99, minor: 0 }, label: 'x' }],
    ['label_address', { index: { major: 0, minor: 9999 }, label: 'x' }],
    ['label_account', { account_index: 99, label: 'x' }],
    ['get_accounts', { tag: 'none' }],
    ['get_accounts', { tag: 'none', regexp: true }],
    ['incoming_transfers', {}],
    ['incoming_transfers', { transfer_type: 'some' }],
    ['get_transfer_by_txid', { txid: 'xy' }],
    ['get_transfer_by_txid', { txid: 'abcd' }],
    ['get_transfer_by_txid', { txid: unknown }],
    ['get_transfer_by_txid', { txid: unknown, account_index: 99 }],
    ['set_daemon', { address: '127.0.0.1:1', ssl_support: 'maybe' }],
    ['set_daemon', { address: '127.0.0.1:1', ssl_support: 'enabled' }],
    ['get_balance', { account_index: -1 }],
    ['get_transfers', { in: 'yes' }],
  ])('%s %o', async (method, params) => {
    const outcome = await dispatch(scene.ours.service, method, params)
    const their = await theirs.call(method, params).catch((error: CallError) => error)
    expect(their).toBeInstanceOf(CallError)
    expect('error' in outcome && `${method}: ${outcome.error.message}`).toBe(their.message)
    expect('error' in outcome && outcome.error.code).toBe(their.code)
  })
})

describe('makes accounts and addresses as monero-wallet-rpc does', () => {
  test.each([
    ['create_account', { label: 'savings' }],
    ['create_account', {}],
    ['create_address', { account_index: 1, label: 'shop' }],
    ['create_address', { account_index: 1, count: 3, label: 'many' }],
    ['label_address', { index: { major: 1, minor: 3 }, label: 'third' }],
    ['label_account', { account_index: 2, label: 'second' }],
    ['get_address', { account_index: 1 }],
    ['get_address', { account_index: 1, address_index: [3, 0, 3] }],
    ['get_accounts', {}],
    ['auto_refresh', { enable: false }],
    ['refresh', { start_height: 3 }],
  ])('%s %o', async (method, params) => {
    const answers = await both(method, params)
    expect(answers.ours).toEqual(answers.theirs)
  })
})

describe('a spend by another copy of the wallet', () => {
  const seen = { pending: true, pending_elsewhere: true }

  test('is listed on request while in the pool, and its inputs are unavailable', async () => {
    const before = await scene.ours.call('get_balance')
    const outside = (await scene.payer.call('get_address', { account_index: 0 })).address
    const { tx_hash, fee } = await pay(twin, [[outside, 31n * xmr]])
    expect(await scene.ours.call('refresh')).toEqual({ blocks_fetched: 0n, received_money: false })

    const after = await scene.ours.call('get_balance')
    expect(before.balance - after.balance).toBe(31n * xmr + fee)
    const { pending } = await scene.ours.call('get_transfers', seen)
    expect(pending).toMatchObject([{ txid: tx_hash, amount: 31n * xmr, fee, type: 'pending' }])
    await theirs.call('refresh')
    const lists = await both('get_transfers', { ...everything, account_index: 0 })
    expect(lists.ours).toEqual(lists.theirs)
    expect(lists.ours).not.toHaveProperty('pending')
    const txid = { txid: tx_hash }
    const refusals = await Promise.all([
      ourAnswer(scene.ours.service, 'get_transfer_by_txid', txid),
      theirAnswer(theirs, 'get_transfer_by_txid', txid),
    ])
    expect(refusals[0]).toEqual(refusals[1])
    expect(refusals[0]).toHaveProperty('error')
    const { sent, outputs } = scene.ours.wallet.store
    for (const keyImage of sent.get(tx_hash)!.keyImages) {
      const output = [...outputs.values()].find((each) => each.keyImage === keyImage)
      expect(output?.spent).toEqual({ txid: tx_hash })
    }
  })

  test('is removed when it leaves the pool without being mined', async () => {
    const { pending } = await scene.ours.call('get_transfers', seen)
    const [{ txid }] = pending
    await scene.node.call('flush_txpool', { txids: [txid] })
    await scene.ours.call('refresh')
    expect(await scene.ours.call('get_transfers', seen)).toEqual({})
    const answers = await both('get_balance', { all_accounts: true, strict: true })
    expect(answers.ours).toEqual(answers.theirs)
  })
})

describe('a view-only wallet equals monero-wallet-rpc', () => {
  test('in balance, outputs and transfers', async () => {
    const view = await restoreOurs(scene.node.address, { viewOnly: true })
    await Promise.all([view.call('refresh'), theirsViewing.call('refresh')])
    for (const [method, params] of [
      ['get_balance', { all_accounts: true }],
      ['incoming_transfers', { transfer_type: 'all' }],
      ['get_transfers', { in: true, out: true, all_accounts: true }],
    ] as const) {
      const [our, their] = await Promise.all([
        view.call(method, params),
        theirsViewing.call(method, params),
      ])
      expect(without(our, 'tx_size')).toEqual(asAnswered(method, their))
    }
    await view.service.close()
  })
})
