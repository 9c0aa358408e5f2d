/**
 * What we pay on a real chain: accepted by monerod, mined, received and proven by monero-wallet-rpc, at
 * the fee and from the outputs that monero-wallet-rpc with the same keys would have chosen.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { readPendingTx } from '../../worker/engine/spend/pending-tx-reader.ts'
import {
  minerSeed,
  startMonerod,
  startWalletRpc,
  type Monerod,
  type Result,
  type WalletRpc,
} from '../support/monerod.ts'
import { restoreOurs, restoreTheirs, type OurWallet } from '../support/same-wallets.ts'

const xmr = 1_000_000_000_000n

let node: Monerod
let ours: OurWallet
/** A monero wallet with our keys. */
let twin: WalletRpc
/** Whom we pay. */
let payee: WalletRpc
/** Of the payee: primary, subaddresses, one in another account, integrated. */
let to: { standard: string; subs: string[]; far: string; integrated: string }

const own = (account: number, address: number) =>
  ours.wallet.addresses.address({ account, address })

beforeAll(async () => {
  node = await startMonerod()
  ours = await restoreOurs(node.address)
  payee = await startWalletRpc({ daemon: node.address })
  await payee.call('restore_deterministic_wallet', {
    ...{ filename: 'payee', password: '', seed: minerSeed, restore_height: 0 },
  })
  await payee.call('auto_refresh', { enable: false })
  await payee.call('create_account')
  const { addresses } = await payee.call('create_address', { account_index: 0, count: 8 })
  to = {
    standard: (await payee.call('get_address', { account_index: 0 })).address,
    subs: addresses,
    far: (await payee.call('get_address', { account_index: 1 })).address,
    integrated: (await payee.call('make_integrated_address', { payment_id: '1122334455667788' }))
      .integrated_address,
  }
  await node.mine(190, ours.wallet.primaryAddress)
  await node.mine(70)
  twin = await restoreTheirs(node.address, ours)
  await refresh()
  await fundSubaddresses()
}, 600_000)

afterAll(async () => {
  await ours?.service.close()
  for (const program of [payee, twin, node]) await program?.stop()
})

const refresh = () =>
  Promise.all([ours.call('refresh'), twin.call('refresh'), payee.call('refresh')])

/** Lets all that was sent be mined and spendable. */
async function settle(blocks = 10) {
  await node.mine(blocks)
  await refresh()
}

/** Outputs of known amounts at addresses of their own; two of address 8, in blocks far apart. */
async function fundSubaddresses() {
  const rounds = [
    [1, 2, 3, 4, 5, 6, 7].map((address) => [own(0, address), 10n * xmr] as const),
    [
      [own(1, 0), 20n * xmr],
      [own(1, 1), 7n * xmr],
      [own(0, 8), 2n * xmr],
    ],
    [[own(0, 8), 2n * xmr]],
    Array.from({ length: 6 }, () => [own(0, 9), 2n * xmr] as const),
  ] as const
  for (const wanted of rounds) {
    await ours.call('transfer', { destinations: pays(wanted) })
    await settle()
  }
}

const pays = (wanted: readonly (readonly [address: string, amount: bigint])[]) =>
  wanted.map(([address, amount]) => ({ address, amount }))

/** Whether the node has mined it. */
async function isMined(txid: string) {
  const { txs } = await node.get('/get_transactions', { txs_hashes: [txid] })
  return txs?.[0]?.in_pool === false
}

/** What the payee's wallet says that each address got in this transaction, by the transaction key. */
async function proven(txid: string, tx_key: string, address: string): Promise<bigint> {
  return (await payee.call('check_tx_key', { txid, tx_key, address })).received
}

/** The dearest that a difference of `bytes` in weight can be. */
const feeOf = (bytes: bigint, { fee, weight }: Result) =>
  (BigInt(fee) / BigInt(weight) + 1n) * bytes + 10_000n
const apart = (a: bigint, b: bigint) => (a > b ? a - b : b - a)

async function expectSameChoice(our: Result, params: object) {
  const their = await twin.call('transfer', { ...params, do_not_relay: true })
  expect(new Set(our.spent_key_images.key_images)).toEqual(
    new Set(their.spent_key_images.key_images),
  )
  // Ring members have indices of one to three bytes.
  expect(apart(our.weight, their.weight)).toBeLessThanOrEqual(64n)
  expect(apart(our.fee, their.fee)).toBeLessThanOrEqual(feeOf(64n, their))
  expect(our.amount).toBe(their.amount)
  expect(fieldsOf(our)).toEqual(fieldsOf(their))
}

/** Names of the fields of an answer; the reference of 0.18.0.0 does not have all that v0.18.5.1 has. */
const fieldsOf = (answer: Result) =>
  Object.keys(answer)
    .filter((name) => !name.startsWith('amounts_by_dest'))
    .sort()

describe('transfer', () => {
  test.each([
    ['a standard address', () => pays([[to.standard, xmr]]), {}],
    ['a subaddress', () => pays([[to.subs[0]!, xmr]]), {}],
    ['an integrated address', () => pays([[to.integrated, xmr]]), {}],
    [
      'a standard address with a payment id',
      () => pays([[to.standard, xmr]]),
      {
        payment_id: 'aabbccddeeff0011',
      },
    ],
    [
      'two subaddresses',
      () =>
        pays([
          [to.subs[1]!, xmr],
          [to.subs[2]!, 2n * xmr],
        ]),
      {},
    ],
    [
      'one address twice',
      () =>
        pays([
          [to.subs[1]!, xmr],
          [to.subs[1]!, 2n * xmr],
        ]),
      {},
    ],
    [
      'every kind of address',
      () =>
        pays([
          [to.standard, xmr],
          [to.subs[3]!, 2n * xmr],
          [to.far, 3n * xmr],
        ]),
      {},
    ],
    [
      '15 destinations',
      () => pays(Array.from({ length: 15 }, (_, i) => [to.subs[i % 8]!, xmr + BigInt(i)] as const)),
      {},
    ],
    ['priority 1', () => pays([[to.standard, xmr]]), { priority: 1 }],
    ['priority 2', () => pays([[to.standard, xmr]]), { priority: 2 }],
    ['priority 3', () => pays([[to.standard, xmr]]), { priority: 3 }],
    ['priority 4', () => pays([[to.standard, xmr / 100n]]), { priority: 4 }],
    [
      'two inputs of one subaddress',
      () => pays([[to.standard, 3n * xmr]]),
      {
        subaddr_indices: [8],
      },
    ],
    ['an unlock time', () => pays([[to.standard, xmr]]), { unlock_time: 10_000 }],
  ])('%s', async (_, wanted, more) => {
    const params = { destinations: wanted(), ...more }
    const [before, balance] = [params, await ours.call('get_balance', { account_index: 0 })]
    const { payment_id: __, ...plain } = params as { payment_id?: string }
    const sent = await ours.call('transfer', { ...before, get_tx_key: true, get_tx_hex: true })
    await expectSameChoice(sent, plain)

    const pending = (await ours.call('get_transfers', { pending: true })).pending
    expect(pending.map(({ txid }: Result) => txid)).toEqual([sent.tx_hash])
    const after = await ours.call('get_balance', { account_index: 0 })
    expect(after.balance).toBe(balance.balance - sent.amount - sent.fee)

    await settle()
    expect(await isMined(sent.tx_hash)).toBe(true)
    const totals = new Map<string, bigint>()
    for (const { address, amount } of params.destinations)
      totals.set(address, (totals.get(address) ?? 0n) + amount)
    for (const [address, amount] of totals)
      expect(await proven(sent.tx_hash, sent.tx_key, address)).toBe(amount)
    expect(await ours.call('get_tx_key', { txid: sent.tx_hash })).toEqual({ tx_key: sent.tx_key })
    expect(await ours.call('get_balance', { account_index: 0 })).toEqual(
      expect.objectContaining({ balance: after.balance }),
    )
    expect((await twin.call('get_balance', { account_index: 0 })).balance).toBe(after.balance)
  })

  test('several inputs', async () => {
    const params = { destinations: pays([[to.standard, 9n * xmr]]), subaddr_indices: [9] }
    const sent = await ours.call('transfer', { ...params, get_tx_key: true })
    expect(sent.spent_key_images.key_images.length).toBe(5)
    await settle()
    expect(await isMined(sent.tx_hash)).toBe(true)
    expect(await proven(sent.tx_hash, sent.tx_key, to.standard)).toBe(9n * xmr)
  })

  test('an amount that leaves no change', async () => {
    const params = { subaddr_indices: [1] }
    const probe = await ours.call('transfer', {
      ...params,
      destinations: pays([[to.subs[4]!, 9n * xmr]]),
      do_not_relay: true,
    })
    const all = 10n * xmr - probe.fee
    const destinations = pays([[to.subs[4]!, all]])
    const sent = await ours.call('transfer', { ...params, destinations, get_tx_key: true })
    expect(sent.fee).toBe(probe.fee)
    expect(ours.wallet.store.sent.get(sent.tx_hash)!.change).toBe(0n)
    await settle()
    expect(await isMined(sent.tx_hash)).toBe(true)
    expect(await proven(sent.tx_hash, sent.tx_key, to.subs[4]!)).toBe(all)
    expect(
      (await twin.call('get_balance', { address_indices: [1] })).per_subaddress[0].balance,
    ).toBe(0n)
  })

  test('the fee taken from the recipients', async () => {
    const destinations = pays([
      [to.standard, 2n * xmr],
      [to.subs[5]!, 3n * xmr],
    ])
    const sent = await ours.call('transfer', {
      ...{ destinations, subtract_fee_from_outputs: [0, 1], get_tx_key: true },
    })
    expect(sent.amount).toBe(5n * xmr - sent.fee)
    await settle()
    const shares = [2n * xmr - sent.fee / 2n, 3n * xmr - sent.fee / 2n]
    expect(await proven(sent.tx_hash, sent.tx_key, to.standard)).toBe(shares[0])
    expect(await proven(sent.tx_hash, sent.tx_key, to.subs[5]!)).toBe(shares[1])
  })

  test('from another account, to ourselves', async () => {
    const destinations = pays([[own(0, 10), xmr]])
    // Of the address with 20, so that the 7 of the other address stays whole for the sweep.
    const params = { destinations, account_index: 1, subaddr_indices: [0] }
    const sent = await ours.call('transfer', params)
    await expectSameChoice(sent, params)
    await settle()
    expect(await isMined(sent.tx_hash)).toBe(true)
    const found = await twin.call('get_balance', { account_index: 0, address_indices: [10] })
    expect(found.per_subaddress[0].balance).toBe(xmr)
    expect((await twin.call('get_balance', { account_index: 1 })).balance).toBe(
      27n * xmr - xmr - sent.fee,
    )
  })

  test('shows the payment id to the payee alone', async () => {
    const { in: received } = await payee.call('get_transfers', { in: true, account_index: 0 })
    const ids = received.map(({ payment_id }: Result) => payment_id)
    expect(ids).toContain('1122334455667788')
    expect(ids).toContain('aabbccddeeff0011')
  })

  test('error: what monero-wallet-rpc refuses is refused in its words', async () => {
    const foreign =
      '9ujeXrjzf7bfeK3KZdCqnYaMwZVFuXemPU8Ubw335rj2FN1CdMiWNyFV3ksEfMFvRp9L9qum5UxkP5rN9aLcPxbH1au4WAB'
    const cases: [string, object][] = [
      ['transfer', { destinations: [] }],
      ['transfer', { destinations: pays([[to.standard, 0n]]) }],
      ['transfer', { destinations: pays([[to.standard, 10n ** 18n]]) }],
      ['transfer', { destinations: pays([[to.standard, 2n ** 63n]]) }],
      ['transfer', { destinations: pays([[to.standard, xmr]]), account_index: 7 }],
      ['transfer', { destinations: pays([[to.standard, xmr]]), payment_id: '0'.repeat(64) }],
      ['transfer', { destinations: pays([[to.integrated, xmr]]), payment_id: 'aabbccddeeff0011' }],
      [
        'transfer',
        {
          destinations: pays([
            [to.integrated, xmr],
            [to.subs[0]!, xmr],
          ]),
        },
      ],
      ['transfer', { destinations: pays(Array.from({ length: 16 }, () => [to.standard, xmr])) }],
      ['sweep_all', { address: to.standard, account_index: 9 }],
      ['sweep_all', { address: to.standard, below_amount: 1n }],
      ['sweep_all', { address: to.standard, outputs: 0 }],
      ['relay_tx', { hex: '00' }],
      ['relay_tx', { hex: 'xx' }],
      ['get_tx_key', { txid: 'ab' }],
      ['get_tx_key', { txid: '00'.repeat(32) }],
    ]
    const before = ours.wallet.store.sent.size
    for (const [method, params] of cases) {
      const [our, their] = await Promise.all(
        [ours, twin].map((wallet) => wallet.call(method, params).then(() => '', String)),
      )
      expect(our).toBe(their!.replace('CallError', 'Error'))
      expect(our).not.toBe('')
    }
    await expect(ours.call('transfer', { destinations: pays([[foreign, xmr]]) })).rejects.toThrow(
      'WALLET_RPC_ERROR_CODE_WRONG_ADDRESS: destinations[0].address',
    )
    expect(ours.wallet.store.sent.size).toBe(before)
    expect((await ours.call('get_transfers', { pending: true })).pending).toBeUndefined()
  })
})

describe('transfer_split', () => {
  test('pays 20 recipients in two transactions', async () => {
    const amounts = Array.from(
      { length: 20 },
      (_, i) => [to.subs[i % 8]!, xmr + BigInt(i)] as const,
    )
    const sent = await ours.call('transfer_split', {
      destinations: pays(amounts),
      get_tx_keys: true,
    })
    expect(sent.tx_hash_list.length).toBe(2)
    await settle()
    for (const [address] of amounts.slice(0, 8)) {
      const expected = amounts.filter(([to]) => to === address).reduce((sum, [, n]) => sum + n, 0n)
      let got = 0n
      for (const txid of sent.tx_hash_list) {
        const { tx_key } = await ours.call('get_tx_key', { txid })
        got += await proven(txid, tx_key, address)
      }
      expect(got).toBe(expected)
    }
  })
})

describe('relay_tx', () => {
  const make = (wallet: { call: OurWallet['call'] }, more = {}) =>
    wallet.call('transfer', {
      destinations: pays([[to.integrated, xmr]]),
      ...{ do_not_relay: true, get_tx_metadata: true, get_tx_key: true, ...more },
    })

  test('sends what was made before, and notes nothing until then', async () => {
    const balance = await ours.call('get_balance')
    const made = await make(ours)
    expect(await ours.call('get_balance')).toEqual(balance)
    expect(await ours.call('relay_tx', { hex: made.tx_metadata })).toEqual({
      tx_hash: made.tx_hash,
    })
    expect(ours.wallet.store.sent.get(made.tx_hash)).toMatchObject({
      state: 'pending',
      paymentId: '1122334455667788',
      destinations: [{ address: to.integrated, amount: xmr }],
      fee: made.fee,
    })
    await settle()
    expect(await proven(made.tx_hash, made.tx_key, to.integrated)).toBe(xmr)
  })

  test('metadata of ours is sent by monero-wallet-rpc', async () => {
    const made = await make(ours)
    expect(await twin.call('relay_tx', { hex: made.tx_metadata })).toEqual({
      tx_hash: made.tx_hash,
    })
    expect((await twin.call('get_tx_key', { txid: made.tx_hash })).tx_key).toBe(made.tx_key)
    const { pending } = await twin.call('get_transfers', { pending: true })
    expect(pending).toMatchObject([{ txid: made.tx_hash, amount: xmr, fee: made.fee }])
    await settle()
    expect(await isMined(made.tx_hash)).toBe(true)
    expect((await ours.call('get_balance')).balance).toBe((await twin.call('get_balance')).balance)
  })

  test('metadata of monero-wallet-rpc is sent by ours', async () => {
    const made = await make(twin)
    const read = readPendingTx(hexToBytes(made.tx_metadata))!
    expect(read.txKeys.map((key) => bytesToHex(key)).join('')).toBe(made.tx_key)
    expect(await ours.call('relay_tx', { hex: made.tx_metadata })).toEqual({
      tx_hash: made.tx_hash,
    })
    expect(await ours.call('get_tx_key', { txid: made.tx_hash })).toEqual({ tx_key: made.tx_key })
    expect(ours.wallet.store.sent.get(made.tx_hash)).toMatchObject({
      state: 'pending',
      fee: made.fee,
      amountOut: xmr,
      paymentId: '1122334455667788',
    })
    await settle()
    expect((await ours.call('get_balance')).balance).toBe((await twin.call('get_balance')).balance)
  })

  test('error: what it spends was spent meanwhile', async () => {
    const made = await make(ours, { subaddr_indices: [2] })
    const other = await make(ours, { subaddr_indices: [2] })
    await ours.call('relay_tx', { hex: made.tx_metadata })
    await expect(ours.call('relay_tx', { hex: other.tx_metadata })).rejects.toThrow(
      'relay_tx: Failed to commit tx.',
    )
    expect(ours.wallet.store.sent.has(other.tx_hash)).toBe(false)
    await settle()
    expect(await isMined(made.tx_hash)).toBe(true)
  })
})

describe('sweep_all', () => {
  test('empties one address into equal outputs', async () => {
    const params = { address: to.subs[6], subaddr_indices: [3], outputs: 3, get_tx_keys: true }
    const their = await twin.call('sweep_all', { ...params, do_not_relay: true })
    const sent = await ours.call('sweep_all', params)
    expect(sent.spent_key_images_list).toEqual(their.spent_key_images_list)
    expect(fieldsOf(sent)).toEqual(fieldsOf(their))
    expect(apart(sent.fee_list[0], their.fee_list[0])).toBeLessThanOrEqual(
      feeOf(64n, { fee: their.fee_list[0], weight: their.weight_list[0] }),
    )
    expect(sent.amount_list[0]).toBe(10n * xmr - sent.fee_list[0])
    await settle()
    const [txid] = sent.tx_hash_list
    expect(await proven(txid, sent.tx_key_list[0], to.subs[6]!)).toBe(sent.amount_list[0])
  })

  test('takes what is below an amount', async () => {
    const sent = await ours.call('sweep_all', {
      ...{ address: to.standard, account_index: 1, subaddr_indices_all: true },
      below_amount: 8n * xmr,
    })
    expect(sent.amount_list[0]).toBe(7n * xmr - sent.fee_list[0])
    await settle()
  })

  test('empties an account of more outputs than one transaction holds', async () => {
    const sent = await ours.call('sweep_all', {
      ...{
        address: to.integrated,
        account_index: 0,
        subaddr_indices_all: true,
        priority: 'normal',
      },
    })
    expect(sent.tx_hash_list.length).toBe(2)
    await settle()
    for (const txid of sent.tx_hash_list) expect(await isMined(txid)).toBe(true)
    // What is left is the change of the payment with an unlock time.
    for (const wallet of [ours, twin])
      expect(await wallet.call('get_balance', { account_index: 0 })).toMatchObject({
        unlocked_balance: 0n,
      })
  })
})
