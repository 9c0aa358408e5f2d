/**
 * What a wallet keeps beside its coins, and what it is told about them: the same calls in the same
 * order to our wallet and to monero-wallet-rpc with the same keys, and the same answers.
 */
import { describe, expect } from 'vitest'
import { beforeAll, test } from '../support/programs/test.ts'
import { setBooksScene, xmr, type BooksScene } from '../support/wallet-comparison/ledger-scene.ts'
import { expectSame } from '../support/wallet-comparison/compare-answers.ts'

let scene: BooksScene

beforeAll(async () => void (scene = await setBooksScene()), 600_000)
type Call = readonly [method: string, params?: object]

/** Names stand for addresses that only the running wallet knows. */
function filled([method, params = {}]: Call): Call {
  const { integrated, own } = scene
  const known = new Map([
    ['<integrated>', integrated],
    ['<primary>', own(0, 0)],
    ['<subaddress>', own(0, 1)],
  ])
  const fill = (value: unknown) => known.get(value as string) ?? value
  return [method, Object.fromEntries(Object.entries(params).map(([k, v]) => [k, fill(v)]))]
}

/** Asks both every call; what only our answers have is left out. */
async function same(calls: readonly Call[], more: readonly string[] = []) {
  for (const call of calls) await expectSame(scene.ours, scene.twin, filled(call), more)
}

const [unknown, notHex] = ['00'.repeat(32), 'zz'.repeat(32)]

describe('account tags', () => {
  test('return the same answers as the reference', () =>
    same([
      ['get_account_tags'],
      ['get_accounts'],
      ['tag_accounts', { tag: 'rent', accounts: [1, 0, 1] }],
      ['get_account_tags'],
      ['set_account_tag_description', { tag: 'rent', description: 'what the house costs' }],
      ['set_account_tag_description', { tag: 'none', description: 'x' }],
      ['set_account_tag_description', { description: 'x' }],
      ['tag_accounts', { tag: 'Savings', accounts: [1] }],
      ['tag_accounts', { tag: 'nobody' }],
      ['get_account_tags'],
      ['get_accounts', { tag: 'rent' }],
      ['get_accounts', { tag: 'Sav.*', regexp: true }],
      ['get_accounts', { tag: 'av', regexp: true }],
      ['get_accounts', { tag: 'none' }],
      ['tag_accounts', { tag: 'rent', accounts: [99] }],
      ['untag_accounts', { accounts: [99] }],
      ['untag_accounts', { accounts: [0] }],
      ['get_account_tags'],
      ['get_accounts', { tag: 'rent' }],
      ['tag_accounts', { tag: 'rent', accounts: [0] }],
      ['get_account_tags'],
      ['tag_accounts', { accounts: [0, 1] }],
      ['get_account_tags'],
      ['untag_accounts'],
    ]))
})

describe('attributes', () => {
  test('return the same answers as the reference', () =>
    same([
      ['get_attribute', { key: 'a' }],
      ['get_attribute'],
      ['set_attribute', { key: 'a', value: '{"b":"ü\\n"}' }],
      ['set_attribute', { key: 'a', value: 'again' }],
      ['set_attribute', {}],
      ['get_attribute', { key: 'a' }],
      ['get_attribute'],
    ]))
})

describe('the address book', () => {
  test('returns the same answers as the reference', () =>
    same(
      [
        ['get_address_book'],
        ['get_address_book', { entries: [0] }],
        ['add_address_book', { address: '<primary>', description: 'me' }],
        ['add_address_book', { address: '<subaddress>' }],
        ['add_address_book', { address: '<integrated>', description: 'ones' }],
        ['get_address_book'],
        ['get_address_book', { entries: [2, 0, 2] }],
        ['get_address_book', { entries: [1, 3] }],
        ['edit_address_book', { index: 0, description: 'ignored' }],
        ['edit_address_book', { index: 1, set_description: true, description: 'rent' }],
        ['edit_address_book', { index: 0, set_address: true, address: '<subaddress>' }],
        ['edit_address_book', { index: 9, set_address: true, address: 'x' }],
        ['get_address_book'],
        ['delete_address_book', { index: 3 }],
        ['delete_address_book', { index: 0 }],
        ['get_address_book'],
        ['delete_address_book'],
        ['delete_address_book'],
        ['delete_address_book'],
        ['get_address_book'],
      ],
      ['payment_id'],
    ))
})

describe('frozen outputs', () => {
  const keyImage = async () => {
    const { transfers } = await scene.ours.call('incoming_transfers', {
      transfer_type: 'available',
    })
    return transfers.find(({ amount }: { amount: bigint }) => amount === 2n * xmr).key_image
  }

  test('return the same answers as the reference, and count in no balance', async () => {
    const key_image: string = await keyImage()
    const state: Call[] = [
      ['get_balance'],
      ['get_accounts'],
      ['incoming_transfers', { transfer_type: 'all' }],
    ]
    await same([
      ['frozen', { key_image }],
      ['freeze', { key_image }],
      ['freeze', { key_image: key_image.toUpperCase() }],
      ['frozen', { key_image }],
    ])
    await same(state, ['tx_size'])
    await same([
      ['thaw', { key_image }],
      ['frozen', { key_image }],
    ])
    await same(state, ['tx_size'])
    for (const method of ['freeze', 'thaw', 'frozen'])
      await same([
        [method],
        ...[unknown, notHex, '00'].map((k): Call => [method, { key_image: k }]),
      ])
  })

  test('are not spent', async () => {
    const key_image = await keyImage()
    const spend: Call[] = [
      ['sweep_all', { address: '<primary>', subaddr_indices: [1], do_not_relay: true }],
      ['sweep_single', { address: '<primary>', key_image, do_not_relay: true }],
      ['transfer', { destinations: [], subaddr_indices: [1], do_not_relay: true }],
    ]
    await same([['freeze', { key_image }], ...spend, ['thaw', { key_image }]])
  })
})

describe('payments', () => {
  test('return the same answers as the reference', () =>
    same([
      ['get_payments', { payment_id: '1111111111111111' }],
      ['get_payments', { payment_id: '1111111111111111'.padEnd(64, '0') }],
      ['get_payments', { payment_id: '2222222222222222' }],
      ['get_payments', { payment_id: '0000000000000000' }],
      ['get_payments', { payment_id: '11' }],
      ['get_payments', { payment_id: '1' }],
      ['get_payments', { payment_id: 'x' }],
      ['get_payments'],
      ['get_bulk_payments'],
      ['get_bulk_payments', { min_block_height: 50 }],
      ['get_bulk_payments', { min_block_height: 1000 }],
      ['get_bulk_payments', { payment_ids: ['1111111111111111', '0'.repeat(64)] }],
      ['get_bulk_payments', { payment_ids: ['0000000000000000'], min_block_height: 2 }],
      ['get_bulk_payments', { payment_ids: ['1111111111111111', '11'] }],
      ['get_bulk_payments', { payment_ids: [notHex] }],
      ['get_bulk_payments', { payment_ids: [''] }],
    ]))
})

describe('estimate_tx_size_and_weight', () => {
  test('returns the same answers as the reference', () =>
    same([
      ['estimate_tx_size_and_weight'],
      ...[
        { n_inputs: 1, n_outputs: 2 },
        { n_inputs: 2, n_outputs: 1, ring_size: 11 },
        { n_inputs: 3, n_outputs: 16, ring_size: 16, rct: true },
        { n_inputs: 146, n_outputs: 3 },
        { n_inputs: 1 },
        { n_inputs: 2, n_outputs: 2, rct: false },
        { n_inputs: 2_147_483_648, n_outputs: 2 },
        { n_inputs: 1, n_outputs: 2_147_483_648 },
        { n_inputs: 1, n_outputs: 2, ring_size: 4_294_967_295 },
      ].map((params): Call => ['estimate_tx_size_and_weight', params]),
    ]))
})

describe('mining', () => {
  test('is forwarded to the daemon', async () => {
    const { ours, twin, node } = scene
    await same([['start_mining'], ['start_mining', { threads_count: 1000 }], ['stop_mining']])
    const statuses = []
    for (const wallet of [ours, twin]) {
      const wanted = { do_background_mining: true, ignore_battery: true }
      await wallet.call('start_mining', { threads_count: 2, ...wanted })
      statuses.push((await node.post('/mining_status', '{}')).json())
      await wallet.call('stop_mining')
    }
    expect(statuses[0]).toMatchObject({ active: true, threads_count: 2n })
    expect(statuses[0]).toEqual(statuses[1])
  })
})

describe('multisig', () => {
  test('is refused by a wallet that is not multisig', () =>
    same([
      ['is_multisig'],
      ['export_multisig_info'],
      ['import_multisig_info', { info: ['00'] }],
      ['exchange_multisig_keys', { multisig_info: ['x'] }],
      ['sign_multisig', { tx_data_hex: '00' }],
      ['submit_multisig', { tx_data_hex: '00' }],
    ]))
})

describe('sweep_single', () => {
  test('spends one output as the reference does', async () => {
    const { ours, twin, payer, refresh, node } = scene
    const { transfers } = await ours.call('incoming_transfers', { transfer_type: 'available' })
    const { key_image } = transfers.find(({ amount }: { amount: bigint }) => amount === 2n * xmr)
    const params = { address: payer.address, key_image, outputs: 2, priority: 1 }
    const their = await twin.call('sweep_single', { ...params, do_not_relay: true })
    const sent = await ours.call('sweep_single', { ...params, get_tx_key: true })
    expect(sent.spent_key_images).toEqual(their.spent_key_images)
    expect(sent.amount + sent.fee).toBe(2n * xmr)
    expect(sent.amounts_by_dest.amounts).toHaveLength(2)
    await node.mine(1)
    await refresh()
    await same([['sweep_single', { ...params, do_not_relay: true }]])
  })

  test('error: invalid params', () =>
    same([
      ['sweep_single', { address: '<primary>' }],
      ['sweep_single', { address: '<primary>', key_image: notHex }],
      ['sweep_single', { address: '<primary>', key_image: unknown }],
      ['sweep_single', { address: '<primary>', key_image: unknown, outputs: 0 }],
      ['sweep_single', { address: 'x', key_image: notHex, outputs: 0 }],
    ]))
})

describe('sweep_dust', () => {
  test('finds nothing to sweep, as the reference does', () =>
    same([['sweep_dust'], ['sweep_unmixable', { get_tx_keys: true, get_tx_hex: true }]]))
})

describe('log levels', () => {
  test('return the same answers as the reference', () =>
    same([
      ['set_log_categories', { categories: '+' }],
      ['set_log_level', { level: 1 }],
      ['set_log_categories', { categories: '+' }],
      ['set_log_level', { level: 5 }],
      ['set_log_level', { level: -1 }],
      ['set_log_level', { level: 128 }],
      ['set_log_categories', { categories: '+net:ERROR,global:INFO' }],
      ['set_log_categories', { categories: '-global:INFO,net:ERROR,nothing' }],
      ['set_log_categories', { categories: '2,net:ERROR' }],
      ['set_log_categories', { categories: '9' }],
      ['set_log_categories', { categories: '1x' }],
      ['set_log_categories', { categories: '-1' }],
      ['set_log_categories', { categories: ' 3' }],
      ['set_log_categories'],
      ['set_log_level'],
      ['set_log_categories', { categories: '+' }],
    ]))
})

describe('rescans', () => {
  const state: Call[] = [
    ['get_balance', { all_accounts: true }],
    ['get_accounts'],
    ['get_account_tags'],
    ['incoming_transfers', { transfer_type: 'all' }],
    ['incoming_transfers', { transfer_type: 'all', account_index: 1 }],
    ['get_height'],
  ]
  const lists: Call[] = [
    ['get_transfers', { in: true, out: true, pending: true, pool: true, all_accounts: true }],
    ['get_bulk_payments'],
  ]
  const sameState = (calls = state) => same(calls, ['tx_size'])

  test('scan_tx gives the same state as the reference', async () => {
    const { payer, own, node, refresh } = scene
    const { tx_hash } = await payer.pay([[own(0, 2), xmr]])
    await node.mine(2)
    await same([
      ['scan_tx', { txids: [tx_hash] }],
      ['scan_tx', { txids: ['ab'.repeat(32)] }],
      ['scan_tx', { txids: ['ab'] }],
      ['scan_tx', { txids: [notHex] }],
      ['scan_tx'],
    ])
    await refresh()
    // Lists apart: 0.18.0.0 lists what it scans a second time, with nothing in it.
    await sameState()
  })

  test('rescan_spent gives the same state as the reference', async () => {
    await same([['rescan_spent']])
    await sameState()
  })

  test('rescan_blockchain gives the same state as the reference', async () => {
    const { ours, payer, node, refresh } = scene
    const destinations = [{ address: payer.address, amount: xmr / 2n }]
    const { tx_hash: txid } = await ours.call('transfer', { destinations, account_index: 1 })
    await node.mine(1)
    await refresh()
    await same(
      [
        ['label_account', { account_index: 1, label: 'flat' }],
        ['tag_accounts', { tag: 'rent', accounts: [0, 1] }],
        ['set_tx_notes', { txids: [txid], notes: ['a'] }],
        ['add_address_book', { address: payer.address }],
        ['rescan_blockchain'],
      ],
      ['account_tags'],
    )
    await sameState([...state, ...lists])
    await same([['get_address_book'], ['get_tx_notes', { txids: [txid] }]], ['payment_id'])
    expect(await ours.call('get_tx_key', { txid })).toHaveProperty('tx_key')

    await same([['rescan_blockchain', { hard: true }]])
    await sameState([...state, ...lists])
    await same([
      ['get_address_book'],
      ['get_tx_notes', { txids: [txid] }],
      ['get_tx_key', { txid }],
    ])
  })
})
