/**
 * A wallet of a shop: a hundred accounts of a hundred addresses each, and tens of thousands of transfers.
 *
 * @module
 */
import type { Bench, Group } from '../group.ts'
import { openedWithoutHash } from '../opening.ts'
import { atMost, noGoal, row, type Goal, type Row } from '../row.ts'
import { held } from '../usage.ts'
import { inTurns, named, openFilled, ourRows, type Wallets } from '../wallets.ts'

/** Numbers of listed transfers: about as many as `transfers` lists, and those of one or two blocks. */
const listed = { many: 1830, few: 60 }

export const shop: Group = {
  name: 'shop',
  summary: 'calls of a wallet with many accounts, addresses and transfers',
  async measure(bench) {
    // monero-wallet-rpc scans a whole response before it looks ahead to further accounts, so it misses
    // payments to the fifty-first account in the same response.
    const wallets = await openFilled(bench.size.shop, { native: false })
    try {
      await makeAddresses(wallets, bench)
      return [
        ...(await calls(wallets, bench)),
        ...(await opening(wallets, bench)),
        ...memory(wallets),
      ]
    } finally {
      await wallets.close()
    }
  },
}

/** Creates every address of the form, with or without payments. */
async function makeAddresses(wallets: Wallets, { size }: Bench) {
  const { accounts, addresses } = size.shop.spread!
  for (const [name, { call }] of named(wallets)) {
    for (let account_index = 0; account_index < accounts; account_index++) {
      const { addresses: there } = await call('get_address', { account_index })
      const count = addresses - there.length
      if (count > 0) await call('create_address', { account_index, count })
    }
    const { subaddress_accounts } = await call('get_accounts')
    if (subaddress_accounts.length !== accounts)
      throw new Error(`${name} has ${subaddress_accounts.length} accounts`)
  }
}

async function calls(wallets: Wallets, { size, log }: Bench): Promise<Row[]> {
  const everything = { in: true, out: true, all_accounts: true }
  const heights = await heightsOf(wallets, everything)
  const last = (count: number): Asked => [
    `get_transfers of the last ${count}`,
    'get_transfers',
    { ...everything, filter_by_height: true, min_height: (heights[count] ?? 1) - 1 },
    atMost(15, 'ms'),
  ]
  const received = { transfer_type: 'available', account_index: 1 }
  const asked: Asked[] = [
    ['get_balance of an account', 'get_balance', { account_index: 1 }, atMost(1, 'ms')],
    ['get_balance of all accounts', 'get_balance', { all_accounts: true }, noGoal],
    ['get_accounts', 'get_accounts', {}, noGoal],
    last(listed.few),
    last(listed.many),
    ['incoming_transfers of an account', 'incoming_transfers', received, noGoal],
    ['refresh with nothing new', 'refresh', {}, atMost(3, 'ms')],
  ]
  const rows: Row[] = []
  const measure = async ([name, method, params, goal]: Asked, turns: number) => {
    log(name)
    const of = await inTurns(wallets, turns, ({ time }) => time(method, params))
    rows.push(...ourRows(`shop/${name}`, of, goal))
  }
  for (const each of asked) await measure(each, size.calls)
  // Takes seconds.
  await measure(['get_transfers of everything', 'get_transfers', everything, noGoal], size.rounds)
  return rows
}

/** A call, and its maximum time. */
type Asked = [name: string, method: string, params: object, goal: Goal]

/** Heights of all transfers, in descending order. */
async function heightsOf({ node }: Wallets, everything: object): Promise<number[]> {
  const lists: { height: bigint }[][] = Object.values(await node.call('get_transfers', everything))
  const heights = lists.flat().map(({ height }) => Number(height))
  return heights.sort((a, b) => b - a)
}

async function opening(wallets: Wallets, { size }: Bench): Promise<Row[]> {
  const of = await openedWithoutHash(wallets, 2 * size.rounds)
  return ourRows("shop/opened, the password's hash apart", of, atMost(300, 'ms'))
}

/** Memory of each program with an idle open wallet. */
const memory = (wallets: Wallets): Row[] =>
  named(wallets).map(([place, { holders }]) =>
    row({ name: `shop/memory held, ${place}`, unit: 'MB', value: held(holders()) / 1e6 }),
  )
