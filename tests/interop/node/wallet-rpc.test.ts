/** A real monero-wallet-rpc, untouched, on our own node: all that a wallet asks of its daemon. */
import { describe, expect } from 'vitest'
import { beforeAll, test } from '../../support/programs/test.ts'
import {
  minerAddress,
  restoreMiner,
  startMinerWallet,
  startWalletRpc,
  type Result,
  type WalletRpc,
} from '../../support/programs/monerod.ts'
import { startRegtest, type Regtest } from '../../support/programs/regtest-node.ts'
import {
  asAnswered,
  asOnWire,
  without,
} from '../../support/wallet-comparison/comparable-answers.ts'
import { xmr } from '../../support/wallet-comparison/payment-scene.ts'

let node: Regtest
/** What is mined is its own. */
let payer: WalletRpc
/** A wallet without coins, its address, and its subaddresses. */
let payee: WalletRpc & { address: string; subaddresses: string[] }

beforeAll(async () => {
  node = await startRegtest()
  payer = await startMinerWallet(node.address)
  const wallet = await startWalletRpc({ daemon: node.address })
  await wallet.call('create_wallet', { filename: 'payee', password: '', language: 'English' })
  await wallet.call('auto_refresh', { enable: false })
  const { address } = await wallet.call('get_address', { account_index: 0 })
  const { addresses } = await wallet.call('create_address', { account_index: 0, count: 8 })
  payee = { ...wallet, address, subaddresses: addresses }
  await node.mine(90)
  await refresh()
})

const refresh = () => Promise.all([payer.call('refresh'), payee.call('refresh')])

async function mine(blocks: number) {
  await node.mine(blocks)
  await refresh()
}

const waiting = async (): Promise<string[]> =>
  (await node.get('/get_transaction_pool_hashes')).tx_hashes ?? []

const pay = (amount: bigint, more = {}, to = payee.address): Promise<Result> =>
  payer.call('transfer', { destinations: [{ address: to, amount }], ...more })

/** The entry of a transaction; undefined when the wallet knows none. */
const entry = (wallet: WalletRpc, txid: string): Promise<Result> =>
  wallet.call('get_transfer_by_txid', { txid }).then(
    ({ transfer }) => transfer,
    () => undefined,
  )

/** What is mined to it. */
const balance = async (wallet: WalletRpc): Promise<bigint> =>
  (await wallet.call('get_balance', { all_accounts: true, strict: true })).balance

const heightOf = async (): Promise<bigint> => (await node.get('/get_height')).height

/** All that the chain decides of a wallet. */
async function books(wallet: WalletRpc) {
  const transfers = await wallet.call('get_transfers', { in: true, out: true, all_accounts: true })
  const outputs = await wallet.call('incoming_transfers', { transfer_type: 'all' })
  const balances = await wallet.call('get_balance', { all_accounts: true })
  return [asAnswered('get_transfers', transfers), asOnWire({ outputs, balances })]
}

/** What only the wallet that paid can know. */
const withoutMemory = (value: unknown) => without(value, 'destinations', 'payment_id')

describe('monero-wallet-rpc on our own node', () => {
  test('finds what was mined to it', async () => {
    expect((await payer.call('get_height')).height).toBe(91n)
    const { emission_amount } = await node.call('get_coinbase_tx_sum', { height: 1, count: 90 })
    expect(await balance(payer)).toBe(emission_amount)
    const { transfers } = await payer.call('incoming_transfers', { transfer_type: 'all' })
    expect(transfers).toHaveLength(90)
    expect(transfers.filter(({ unlocked }: Result) => unlocked)).toHaveLength(31)
  })

  test.each([1, 2, 3, 4])('pays at priority %i: seen in the pool, then mined', async (priority) => {
    const before = await balance(payee)
    const { tx_hash, fee, weight } = await pay(2n * xmr, { priority })
    expect(await waiting()).toEqual([tx_hash])
    const { transactions } = await node.get('/get_transaction_pool')
    expect(transactions).toMatchObject([{ id_hash: tx_hash, fee, weight }])
    await refresh()
    const { pool } = await payee.call('get_transfers', { pool: true })
    const seen = { txid: tx_hash, amount: 2n * xmr, fee, type: 'pool', double_spend_seen: false }
    expect(pool).toMatchObject([seen])
    expect(await balance(payee)).toBe(before)

    const height = await heightOf()
    await mine(1)
    expect(await entry(payee, tx_hash)).toMatchObject({ type: 'in', height, confirmations: 1n })
    expect(await entry(payer, tx_hash)).toMatchObject({ type: 'out', height, fee })
    expect(await balance(payee)).toBe(before + 2n * xmr)
    expect(await waiting()).toEqual([])
  })

  test('splits a payment with more recipients than fit in a transaction', async () => {
    const before = await balance(payee)
    const destinations = Array.from({ length: 20 }, (_, i) => ({
      address: payee.subaddresses[i % payee.subaddresses.length],
      amount: xmr + BigInt(i),
    }))
    const { tx_hash_list } = await payer.call('transfer_split', { destinations })
    expect(tx_hash_list).toHaveLength(2)
    expect((await waiting()).sort()).toEqual([...tx_hash_list].sort())
    await mine(10)
    expect(await balance(payee)).toBe(before + 20n * xmr + 190n)
    const { per_subaddress } = await payee.call('get_balance', { account_index: 0 })
    expect(per_subaddress).toHaveLength(1 + payee.subaddresses.length)
  })

  test('sends a transaction later that it did not relay', async () => {
    const held = await pay(xmr, { do_not_relay: true, get_tx_metadata: true })
    expect(await waiting()).toEqual([])
    const { tx_hash } = await payer.call('relay_tx', { hex: held.tx_metadata })
    expect(tx_hash).toBe(held.tx_hash)
    expect(await waiting()).toEqual([tx_hash])
    await mine(10)
    expect(await entry(payee, tx_hash)).toMatchObject({ type: 'in', amount: xmr })
  })

  test('finds mined payments without a refresh call', async () => {
    const { tx_hash } = await pay(xmr)
    await payee.call('auto_refresh', { enable: true, period: 1 })
    await node.mine(1)
    await expect
      .poll(() => entry(payee, tx_hash), { timeout: 120_000 })
      .toMatchObject({ type: 'in', amount: xmr })
    await payee.call('auto_refresh', { enable: false })
    await refresh()
  })
})

describe('proofs over our own node', () => {
  let paid: Result
  const message = 'for the rent'

  beforeAll(async () => {
    paid = await pay(3n * xmr, { get_tx_key: true })
  })

  // Before the block and after it.
  describe.each([true, false])('while its payment waits: %s', (in_pool) => {
    beforeAll(async () => {
      if (!in_pool) await mine(10)
      else await refresh()
    })
    const received = () => ({
      good: true,
      received: 3n * xmr,
      in_pool,
      confirmations: in_pool ? 0n : 10n,
    })

    test('by the transaction key', async () => {
      const { tx_key } = await payer.call('get_tx_key', { txid: paid.tx_hash })
      expect(tx_key).toBe(paid.tx_key)
      const { good: _, ...expected } = received()
      const params = { txid: paid.tx_hash, tx_key, address: payee.address }
      expect(await payee.call('check_tx_key', params)).toEqual(expected)
    })

    test('of a payment, by either side', async () => {
      for (const [prover, checker] of [
        [payer, payee],
        [payee, payer],
      ] as const) {
        const params = { txid: paid.tx_hash, address: payee.address, message }
        const { signature } = await prover.call('get_tx_proof', params)
        const answer = await checker.call('check_tx_proof', { ...params, signature })
        expect(answer).toEqual(received())
        const wrong = { ...params, signature, message: 'for the car' }
        expect(await checker.call('check_tx_proof', wrong)).toMatchObject({ good: false })
      }
    })

    test('of a spend', async () => {
      const params = { txid: paid.tx_hash, message }
      const { signature } = await payer.call('get_spend_proof', params)
      const check = (more = {}) =>
        payee.call('check_spend_proof', { ...params, signature, ...more })
      expect(await check()).toEqual({ good: true })
      expect(await check({ message: 'for the car' })).toEqual({ good: false })
    })
  })

  test('of a reserve, whole and in part, with later spends', async () => {
    const whole = { all: true, message }
    const { signature } = await payee.call('get_reserve_proof', whole)
    const check = (given: string) =>
      payer.call('check_reserve_proof', { address: payee.address, message, signature: given })
    const total = await balance(payee)
    expect(await check(signature)).toEqual({ good: true, spent: 0n, total })

    const part = { account_index: 0, amount: 2n * xmr, message }
    const some = await check((await payee.call('get_reserve_proof', part)).signature)
    expect(some).toMatchObject({ good: true, spent: 0n })
    expect(some.total).toBeGreaterThanOrEqual(2n * xmr)
    expect(some.total).toBeLessThan(total)

    const destinations = [{ address: minerAddress, amount: xmr }]
    await payee.call('transfer', { destinations })
    await mine(10)
    const later = await check(signature)
    expect(later).toMatchObject({ good: true, total })
    expect(later.spent).toBeGreaterThan(xmr)
  })
})

describe('sweeps over our own node', () => {
  test('sends one output', async () => {
    const { transfers } = await payee.call('incoming_transfers', { transfer_type: 'available' })
    const [{ key_image, amount }] = transfers
    const params = { address: minerAddress, key_image }
    const sent = await payee.call('sweep_single', params)
    expect(sent.amount + sent.fee).toBe(amount)
    await mine(10)
    expect(await entry(payer, sent.tx_hash)).toMatchObject({ type: 'in', amount: sent.amount })
  })

  test('finds no dust', async () => {
    const nothing = { multisig_txset: '', unsigned_txset: '' }
    expect(await payee.call('sweep_dust')).toEqual(nothing)
  })

  test('empties an address, then the account', async () => {
    const [subaddress] = (
      await payee.call('get_balance', { account_index: 0 })
    ).per_subaddress.filter(({ address_index }: Result) => address_index > 0n)
    const one = { address: minerAddress, subaddr_indices: [subaddress.address_index] }
    const first = await payee.call('sweep_all', one)
    const sum = (amounts: readonly bigint[]) => amounts.reduce((a, b) => a + b)
    expect(sum(first.amount_list) + sum(first.fee_list)).toBe(subaddress.balance)
    await mine(10)

    const before = await balance(payee)
    const all = { address: minerAddress, subaddr_indices_all: true, outputs: 2 }
    const rest = await payee.call('sweep_all', all)
    expect(sum(rest.amount_list) + sum(rest.fee_list)).toBe(before)
    await mine(10)
    expect(await balance(payee)).toBe(0n)
    for (const txid of [...first.tx_hash_list, ...rest.tx_hash_list])
      expect(await entry(payer, txid)).toMatchObject({ type: 'in' })
  })
})

describe('a reorganisation of our own node', () => {
  /** Pays, and mines the payment and `more` blocks on it. */
  async function payAndMine(more: number) {
    const before = await balance(payee)
    const { tx_hash } = await pay(5n * xmr)
    const height = await heightOf()
    await mine(1 + more)
    expect(await entry(payee, tx_hash)).toMatchObject({ type: 'in', height })
    expect(await balance(payee)).toBe(before + 5n * xmr)
    return { tx_hash, height, before }
  }

  test('by pop_blocks: a payment waits again, and is mined again', async () => {
    const { tx_hash, height, before } = await payAndMine(1)
    await node.get('/pop_blocks', { nblocks: 2 })
    expect(await waiting()).toEqual([tx_hash])
    // Only a longer chain tells a wallet that its blocks are gone.
    await refresh()
    expect(await entry(payee, tx_hash)).toMatchObject({ type: 'in', height })
    await mine(4)
    expect(await entry(payee, tx_hash)).toMatchObject({ type: 'in', height, confirmations: 4n })
    expect(await entry(payer, tx_hash)).toMatchObject({ type: 'out', height })
    expect(await balance(payee)).toBe(before + 5n * xmr)
  })

  test('by a longer branch: a payment is undone, and mined again', async () => {
    const { tx_hash, height, before } = await payAndMine(0)
    const split = await node.call('on_get_block_hash', [Number(height) - 1])
    const branch = { amount_of_blocks: 2, wallet_address: minerAddress, prev_block: split }
    const { blocks } = await node.call('generateblocks', branch)
    expect((await node.call('get_info')).top_block_hash).toBe(blocks[1])
    expect(await waiting()).toEqual([tx_hash])
    await refresh()
    expect((await payee.call('get_transfers', { in: true })).in ?? []).not.toContainEqual(
      expect.objectContaining({ txid: tx_hash }),
    )
    expect(await balance(payee)).toBe(before)

    await mine(1)
    expect(await entry(payee, tx_hash)).toMatchObject({ type: 'in', height: height + 2n })
    expect(await entry(payer, tx_hash)).toMatchObject({ type: 'out', height: height + 2n })
    expect(await balance(payee)).toBe(before + 5n * xmr)
  })

  test('that drops the payment: the coins return to the payer', async () => {
    const { tx_hash, before } = await payAndMine(0)
    await node.get('/pop_blocks', { nblocks: 1 })
    await node.call('flush_txpool')
    await mine(3)
    expect(await entry(payee, tx_hash)).toBe(undefined)
    expect(await entry(payer, tx_hash)).toBe(undefined)
    expect(await balance(payee)).toBe(before)
    // They can be spent another time.
    const everything = { address: minerAddress, do_not_relay: true }
    expect((await payer.call('sweep_all', everything)).tx_hash_list.length).toBeGreaterThan(0)
  })
})

describe('a rescan over our own node', () => {
  test('of the chain, with or without the local records, finds the same', async () => {
    const before = withoutMemory(await books(payer))
    for (const hard of [false, true]) {
      await payer.call('rescan_blockchain', { hard })
      expect(withoutMemory(await books(payer))).toEqual(before)
    }
  })

  test('of spent outputs finds the same', async () => {
    const before = await books(payer)
    await payer.call('rescan_spent')
    expect(await books(payer)).toEqual(before)
  })
})

describe('a wallet that is restored over our own node', () => {
  let fresh: WalletRpc
  beforeAll(async () => {
    fresh = await startMinerWallet(node.address)
  })

  test('has the same ledger as the wallet that saw all events', async () => {
    await fresh.call('refresh')
    expect(withoutMemory(await books(fresh))).toEqual(withoutMemory(await books(payer)))
  })

  test('at a height finds all later payments', async () => {
    await restoreMiner(fresh, { filename: 'late', height: 100 })
    await fresh.call('refresh')
    const incoming = async (wallet: WalletRpc): Promise<Result[]> =>
      (await wallet.call('incoming_transfers', { transfer_type: 'all' })).transfers
    const since = (await incoming(payer)).filter(({ block_height }) => block_height >= 100n)
    expect(since.length).toBeGreaterThan(50)
    expect(asOnWire(await incoming(fresh))).toEqual(asOnWire(since))
  })
})
