/**
 * Real wallets that pay on the chain of the twins, by every call that pays.
 *
 * @module
 */
import { expect } from 'vitest'
import type { Result } from '../programs/monerod.ts'
import { mine, type World } from './chain-actions.ts'

const xmr = 1_000_000_000_000n

/** A wallet of ours, or a monero-wallet-rpc. */
export type Wallet = { call: (method: string, params?: unknown) => Promise<Result> }

/** Recipients of a wallet: subaddresses of its second account, and a foreign address. */
type Addresses = { integrated: string; subs: string[]; other: string }

export type Payer = { wallet: Wallet; to: Addresses }

export type Payment = {
  name: string
  /** Absent where every wallet can pay so. */
  isPossible?: (wallet: string) => boolean
  pay: (wallet: Wallet, to: Addresses) => Promise<Result>
}

const transfer = (wallet: Wallet, destinations: [string, bigint][], more: object = {}) =>
  wallet.call('transfer', {
    destinations: destinations.map(([address, amount]) => ({ address, amount })),
    ...more,
  })

/** The outputs that an account may spend now, the largest first. */
async function spendable(wallet: Wallet, account: number): Promise<Result[]> {
  const params = { transfer_type: 'available', account_index: account }
  const { transfers = [] } = await wallet.call('incoming_transfers', params)
  return transfers
    .filter(({ unlocked }: Result) => unlocked)
    .sort((a: Result, b: Result) => (a.amount < b.amount ? 1 : -1))
}

export const payments: readonly Payment[] = [
  {
    name: 'to subaddresses of another account',
    pay: (wallet, { subs }) =>
      transfer(
        wallet,
        subs.map((address) => [address, xmr / 2n]),
      ),
  },
  {
    name: 'to fifteen',
    pay: (wallet, { subs }) =>
      transfer(
        wallet,
        Array.from({ length: 15 }, (_, at) => [subs[at % subs.length]!, xmr / BigInt(at + 2)]),
      ),
  },
  {
    name: 'with a payment id',
    pay: (wallet, { integrated }) => transfer(wallet, [[integrated, xmr]], { priority: 2 }),
  },
  {
    name: 'from another account',
    pay: (wallet, { other }) => transfer(wallet, [[other, xmr / 10n]], { account_index: 1 }),
  },
  {
    name: 'of more than one output holds',
    async pay(wallet, { other }) {
      const [largest] = await spendable(wallet, 0)
      return transfer(wallet, [[other, (largest.amount * 3n) / 2n]])
    },
  },
  {
    name: 'of one output, all of it',
    async pay(wallet, { other }) {
      const [largest] = await spendable(wallet, 1)
      return wallet.call('sweep_single', { address: other, key_image: largest.key_image })
    },
  },
  {
    name: 'of all that an account has',
    pay: (wallet, { other }) =>
      wallet.call('sweep_all', { address: other, account_index: 1, subaddr_indices_all: true }),
  },
  {
    name: 'split where one transaction does not do',
    pay: (wallet, { subs }) =>
      wallet.call('transfer_split', {
        destinations: subs.map((address) => ({ address, amount: xmr / 3n })),
      }),
  },
  {
    // A longer lock would be a candidate that our wallet does not believe one daemon.
    name: 'locked for some blocks',
    isPossible: (name) => name === 'monero-wallet-rpc',
    async pay(wallet, { other }) {
      const { height } = await wallet.call('get_height')
      return transfer(wallet, [[other, xmr]], { unlock_time: height + 20n })
    },
  },
]

/** Pays, hands what the wallet sent to the other twin, and lets it be mined and ripe. */
export async function payAndMine(world: World, { wallet, to }: Payer, { pay }: Payment) {
  const { twins } = world
  await wallet.call('refresh')
  const { tx_hash, tx_hash_list = [tx_hash] } = await pay(wallet, to)
  const { txs } = await twins.monerod.get('/get_transactions', { txs_hashes: tx_hash_list })
  for (const { as_hex } of txs) {
    const answer = await twins.own.post('/send_raw_transaction', { tx_as_hex: as_hex })
    expect(answer.json()).toMatchObject({ status: 'OK' })
  }
  await twins.settle()
  await twins.expectSameState()
  await mine(world, 1)
  // Until what it was paid back is ripe.
  await twins.grow('own', 9, world.purse.address)
  await twins.expectSameState()
  const mined = tx_hash_list.map((id: string) => twins.chain.transaction(id) !== undefined)
  expect(mined).toEqual(mined.map(() => true))
}

/** Creates a paying wallet. @param other - A foreign address. */
export async function payerOf(wallet: Wallet, other: string): Promise<Payer> {
  const { address } = await wallet.call('create_account')
  const more = await Promise.all(
    [0, 1].map(() => wallet.call('create_address', { account_index: 1 })),
  )
  const { integrated_address: integrated } = await wallet.call('make_integrated_address', {
    payment_id: '1122334455667788',
  })
  const subs = [address, ...more.map((made: Result) => made.address)]
  return { wallet, to: { integrated, subs, other } }
}
