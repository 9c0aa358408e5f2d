/**
 * Groups that spend, their members' programs ours and monero-wallet-rpc: either proposes, either signs.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectDaemon } from '../../worker/adapters/daemon.ts'
import { count } from '../support/counts.ts'
import { ask, join, ourMember, theirMember, type Member } from '../support/group-members.ts'
import { without } from '../support/group.ts'
import {
  minerAddress,
  startMonerod,
  startWalletRpc,
  type Monerod,
  type WalletRpc,
} from '../support/monerod.ts'

let node: Monerod
let rpc: WalletRpc
beforeAll(async () => {
  node = await startMonerod()
  rpc = await startWalletRpc({ daemon: new URL(node.url).host })
}, 600_000)
afterAll(() => Promise.all([rpc.stop(), node.stop()]))

/** Members by a letter each: ours `o`, the reference's `t`. */
async function membersOf(programs: string): Promise<Member[]> {
  const daemon = { address: new URL(node.url).host, trusted: true }
  const members: Member[] = []
  for (const [i, program] of [...programs].entries())
    members.push(
      program === 'o'
        ? await ourMember(i, { daemon }, { connect: connectDaemon })
        : await theirMember(rpc, i),
    )
  return members
}

/** Each tells all others of its outputs. */
async function exchangeInfos(members: readonly Member[]) {
  const infos: string[] = []
  for (const member of members) {
    await ask(member, 'refresh')
    infos.push((await ask(member, 'export_multisig_info')).info)
  }
  for (const [i, member] of members.entries())
    await ask(member, 'import_multisig_info', { info: without(infos, i) })
}

const xmr = 1_000_000_000_000n

/** What both programs say that a set would do; ours says more. */
async function described(member: Member, multisig_txset: string) {
  const { desc } = await ask(member, 'describe_transfer', { multisig_txset })
  return desc.map(
    ({ sources: _sources, weight: _weight, ...rest }: Record<string, unknown>) => rest,
  )
}

/** Signs in this order, the first proposing; sends, and mines. @returns What was proposed. */
async function spend(
  members: readonly Member[],
  order: readonly number[],
  method: string,
  params: object,
) {
  const [first, ...others] = order.map((place) => members[place]!)
  const proposed = await ask(first!, method, params)
  let tx_data_hex: string = proposed.multisig_txset
  let ids: string[] = []
  for (const member of others) {
    expect(await described(member, tx_data_hex)).toEqual(
      await described(first!, proposed.multisig_txset),
    )
    const signed = await ask(member, 'sign_multisig', { tx_data_hex })
    tx_data_hex = signed.tx_data_hex
    ids = signed.tx_hash_list ?? []
  }
  const last = others.at(-1) ?? first!
  const { tx_hash_list } = await ask(last, 'submit_multisig', { tx_data_hex })
  if (others.length > 0) expect(tx_hash_list).toEqual(ids)
  await node.mine(11)
  return { proposed, txids: tx_hash_list as string[] }
}

async function requireSameBooks(members: readonly Member[], txids: readonly string[]) {
  const balances: object[] = []
  for (const member of members) {
    await ask(member, 'refresh')
    const { balance, unlocked_balance, multisig_import_needed } = await ask(member, 'get_balance')
    balances.push({ balance, unlocked_balance, multisig_import_needed })
    const { out } = await ask(member, 'get_transfers', { out: true })
    expect(out.map(({ txid }: { txid: string }) => txid)).toEqual(
      expect.arrayContaining([...txids]),
    )
  }
  expect(balances).toEqual(members.map(() => balances[0]))
}

/** The first ones at every run, all of them in a proof; with the orders in which members sign. */
const groups: [threshold: number, programs: string, orders: number[][]][] = [
  [
    2,
    'oto',
    [
      [0, 1],
      [1, 2],
      [2, 0],
    ],
  ],
  [
    2,
    'ot',
    [
      [0, 1],
      [1, 0],
    ],
  ],
  [1, 'ot', [[0], [1]]],
  [
    3,
    'oto',
    [
      [0, 1, 2],
      [1, 2, 0],
    ],
  ],
  [
    2,
    'ttot',
    [
      [2, 0],
      [1, 2],
      [0, 3],
    ],
  ],
  [
    3,
    'otto',
    [
      [0, 1, 3],
      [2, 3, 0],
    ],
  ],
  [
    3,
    'ototo',
    [
      [0, 1, 2],
      [3, 4, 0],
    ],
  ],
  [
    4,
    'toootoo',
    [
      [0, 1, 2, 3],
      [6, 5, 4, 0],
    ],
  ],
]

// The reference takes minutes for its keys and nonces where there are many choices of signers.
const patience = 900_000

describe.each(groups.slice(0, count(3, groups.length)))(
  '%i of %s spend',
  { timeout: patience },
  (threshold, programs, orders) => {
    let members: Member[]

    beforeAll(async () => {
      members = await membersOf(programs)
      const [shared] = await join(members, threshold)
      await node.mine(4, shared)
      await node.mine(80)
    }, patience)
    afterAll(() => Promise.all(members.map((member) => member.stop())))

    test.each(orders)('a payment that %i proposes', async (...order) => {
      await exchangeInfos(members)
      const destinations = [{ address: minerAddress, amount: xmr }]
      const { txids } = await spend(members, order, 'transfer', { destinations })
      await exchangeInfos(members)
      await requireSameBooks(members, txids)
    })

    test('all of it at once, with nothing that comes back', async () => {
      await exchangeInfos(members)
      const { txids } = await spend(members, orders[0]!, 'sweep_all', { address: minerAddress })
      await exchangeInfos(members)
      await requireSameBooks(members, txids)
    })
  },
)
