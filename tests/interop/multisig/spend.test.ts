/**
 * Groups that spend, their members' programs ours and monero-wallet-rpc: either proposes, either signs.
 */
import { afterAll, describe, expect } from 'vitest'
import { beforeAll, test } from '../../support/programs/test.ts'
import { count } from '../../support/random/case-counts.ts'
import { ask, join, membersOf, type Member } from '../../support/multisig/group-members.ts'
import { without } from '../../support/multisig/group-keys.ts'
import { minerAddress, startMonerod, type Monerod } from '../../support/programs/monerod.ts'

let node: Monerod
beforeAll(async () => {
  node = await startMonerod()
})

async function exported(members: readonly Member[]): Promise<string[]> {
  const infos: string[] = []
  for (const member of members) {
    await ask(member, 'refresh')
    infos.push((await ask(member, 'export_multisig_info')).info)
  }
  return infos
}

/** Each tells all others of its outputs. */
async function exchangeInfos(members: readonly Member[]) {
  const infos = await exported(members)
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

/** Signs in this order, the first proposing; sends, and mines. @returns Ids of its transactions. */
async function spend(
  members: readonly Member[],
  order: string,
  { method, params, transactions }: Payment,
): Promise<string[]> {
  const [first, ...others] = [...order].map((place) => members[Number(place)]!)
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
  expect(tx_hash_list).toHaveLength(transactions)
  await node.mine(11)
  return tx_hash_list
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

/** A call, and how many transactions it makes. */
type Payment = { method: string; params: object; transactions: number }

const pay = (method: string, payees: number, transactions = 1): Payment => ({
  method,
  transactions,
  params: { destinations: new Array(payees).fill({ address: minerAddress, amount: xmr }) },
})

/** With change these have 2, 16 and 3 outputs, and the last is a set of two transactions. */
const payments = [
  pay('transfer', 1),
  pay('transfer', 15),
  pay('transfer', 2),
  pay('transfer_split', 16, 2),
]

/** Orders name the places of members that sign; `outputs` are those that all is swept to at last. */
type Group = [threshold: number, programs: string, outputs: number, orders: string[]]

/** The first ones at every run, all of them in a proof. */
const groups: Group[] = [
  [2, 'oto', 16, ['01', '12', '20']],
  [1, 'ot', 1, ['0', '1']],
  [1, 'oo', 1, ['0', '1']],
  [2, 'oo', 16, ['01', '10']],
  [2, 'ot', 16, ['01', '10']],
  [2, 'ooo', 16, ['01', '12', '20']],
  [2, 'tto', 1, ['01', '20', '12']],
  [3, 'ooo', 1, ['012', '201']],
  [3, 'oto', 16, ['012', '120']],
  [3, 'tot', 1, ['021', '102']],
  [2, 'oooo', 16, ['13', '02', '30']],
  [2, 'ooto', 1, ['20', '12', '03']],
  [2, 'ttot', 16, ['20', '12', '03']],
  [3, 'oooo', 1, ['012', '321']],
  [3, 'ooot', 1, ['013', '320', '201']],
  [3, 'ooto', 1, ['201', '320']],
  [3, 'otto', 16, ['013', '230']],
  [3, 'ttot', 16, ['012', '230']],
  [3, 'ooooo', 1, ['024', '431']],
  [3, 'ootoo', 16, ['210', '420']],
  [3, 'ototo', 16, ['012', '340']],
  [3, 'tttto', 1, ['410', '124']],
  [4, 'ooooooo', 16, ['0246', '5310']],
  [4, 'oooooto', 1, ['5012', '3456']],
  [4, 'toootoo', 1, ['0123', '6540']],
  [4, 'ttotttt', 16, ['2013', '6542']],
]

// Groups are large, and what each member does is more for each choice of signers.
const patience = 900_000

describe.each(groups.slice(0, count(2, groups.length)))(
  '%i of %s spend',
  { timeout: patience },
  (threshold, programs, outputs, orders) => {
    let members: Member[]
    let addresses: string[]

    beforeAll(async () => {
      members = await membersOf(programs, new URL(node.url).host)
      addresses = await join(members, threshold)
      await node.mine(12, addresses[0])
      await node.mine(75)
      await exchangeInfos(members)
    }, patience)
    afterAll(() => Promise.all(members.map((member) => member.stop())))

    test('with the address that each of them has', async () => {
      expect(addresses[0]).toMatch(/^4\w{94}$/)
      const total = BigInt(members.length)
      const state = { multisig: true, ready: true, threshold: BigInt(threshold), total }
      for (const [i, member] of members.entries()) {
        expect(addresses[i]).toBe(addresses[0])
        expect((await ask(member, 'get_address')).address).toBe(addresses[0])
        expect(await ask(member, 'is_multisig')).toEqual(state)
        const { key } = await ask(member, 'query_key', { key_type: 'spend_key' })
        expect(key).toMatch(/^(?!0*$)\w{64}$/)
      }
    })

    const turns = payments
      .slice(0, count(2, payments.length))
      .map((payment, i) => ({ payment, order: orders[i % orders.length]!, turn: i + 1 }))

    test.each(turns)('payment $turn, signed in the order $order', async ({ payment, order }) => {
      await requireSameBooks(members, await spend(members, order, payment))
    })

    test('the whole balance at once, without change', async () => {
      await exchangeInfos(members)
      const params = { address: minerAddress, outputs }
      const sweep = { method: 'sweep_all', params, transactions: 1 }
      await requireSameBooks(members, await spend(members, orders.at(-1)!, sweep))
    })
  },
)
