/**
 * What members of a multisig group are told twice, too late, or in another group: our program and
 * monero-wallet-rpc refuse it alike, and lose nothing by it.
 */
import { describe, expect } from 'vitest'
import { beforeAll, test } from '../../support/programs/test.ts'
import { connectDaemon } from '../../../worker/adapters/daemon.ts'
import {
  ask,
  join,
  ourMember,
  theirMember,
  type Member,
} from '../../support/multisig/group-members.ts'
import {
  minerAddress,
  startMonerod,
  startWalletRpc,
  type Monerod,
} from '../../support/programs/monerod.ts'

let node: Monerod
/** Two of three sign: ours, the reference's, and another of ours. */
let ours: Member
let theirs: Member
let third: Member
/** A group of two, none of them in the other. */
let strangers: Member[]

const patience = 600_000

beforeAll(async () => {
  node = await startMonerod()
  const address = new URL(node.url).host
  const rpc = await startWalletRpc({ daemon: address })
  const options = { daemon: { address, trusted: true } }
  const member = (place: number) => ourMember(place, options, { connect: connectDaemon })
  ours = await member(0)
  theirs = await theirMember(rpc, 1)
  third = await member(2)
  strangers = [await member(3), await member(4)]
  const [shared] = await join([ours, theirs, third], 2)
  const [other] = await join(strangers, 2)
  await node.mine(4, shared)
  await node.mine(2, other)
  await node.mine(75)
}, patience)

async function exportInfo(member: Member): Promise<string> {
  await ask(member, 'refresh')
  return (await ask(member, 'export_multisig_info')).info
}

async function exportInfos(members: readonly Member[]): Promise<string[]> {
  const infos: string[] = []
  for (const member of members) infos.push(await exportInfo(member))
  for (const [i, member] of members.entries())
    await ask(member, 'import_multisig_info', { info: infos.filter((_, j) => j !== i) })
  return infos
}

const destinations = [{ address: minerAddress, amount: 1_000_000_000_000n }]
const propose = async (member: Member): Promise<string> =>
  (await ask(member, 'transfer', { destinations })).multisig_txset

/** Each of the first two members proposes once, and the other one signs. */
const bothOrders = () =>
  [
    [ours, theirs],
    [theirs, ours],
  ] as const

const booksOf = async (member: Member) => [
  await member.answer('get_balance'),
  await member.answer('get_transfers', { in: true, out: true, pending: true, pool: true }),
  await member.answer('incoming_transfers', { transfer_type: 'all' }),
]

/** Asks both of the first members. @returns What both are refused with, for nothing. */
async function refusal(method: string, params: object, theirParams = params): Promise<string> {
  const before = [await booksOf(ours), await booksOf(theirs)]
  const our = await ours.answer(method, params)
  expect(our).toEqual(await theirs.answer(method, theirParams))
  expect([await booksOf(ours), await booksOf(theirs)]).toEqual(before)
  return 'error' in our ? our.error.message : 'nothing'
}

describe('infos', { timeout: patience }, () => {
  test('error: infos of another group, only own infos, and no infos', async () => {
    const infos = await exportInfos([ours, theirs, third])
    await exportInfos(strangers)
    const importing = (info: string[], theirInfo = info) =>
      refusal('import_multisig_info', { info }, { info: theirInfo })
    expect(await importing([await exportInfo(strangers[0]!)])).toContain('Failed to authenticate')
    expect(await importing([infos[2]!, await exportInfo(strangers[0]!)])).toContain(
      'Failed to authenticate',
    )
    const own = [await exportInfo(ours), await exportInfo(theirs)]
    expect(await importing([own[0]!], [own[1]!])).toContain('Wrong number of multisig sources')
    expect(await importing([await propose(third)])).toContain('Bad multisig info file magic')
  })

  test('two infos of the same member are imported once', async () => {
    const info = await exportInfo(third)
    for (const member of [ours, theirs])
      expect(await ask(member, 'import_multisig_info', { info: [info, info] })).toEqual({
        n_outputs: 4n,
      })
  })

  test('error: infos from before the last export make sets that cannot be signed', async () => {
    for (const [proposer, signer] of bothOrders()) {
      await exportInfos([ours, theirs, third])
      const late = await exportInfo(signer)
      await exportInfo(signer)
      await ask(proposer, 'import_multisig_info', { info: [late] })
      const tx_data_hex = await propose(proposer)
      const before = await booksOf(signer)
      expect(await signer.answer('sign_multisig', { tx_data_hex })).toMatchObject({
        error: { message: stale },
      })
      expect(await booksOf(signer)).toEqual(before)
    }
  })
})

const stale =
  'Failed to sign multisig tx: This signature was made with stale data: export fresh multisig ' +
  'data, which other participants must then use'

describe('sets', { timeout: patience }, () => {
  test('error: a set of another group, an info, and an empty set', async () => {
    const infos = await exportInfos([ours, theirs, third])
    await exportInfos(strangers)
    const foreign = await propose(strangers[0]!)
    for (const tx_data_hex of [foreign, infos[2]!, '', '00']) {
      for (const method of ['sign_multisig', 'submit_multisig'])
        expect(await refusal(method, { tx_data_hex })).toBe('Failed to parse multisig tx data.')
      if (tx_data_hex !== '')
        expect(await refusal('describe_transfer', { multisig_txset: tx_data_hex })).toBe(
          'cannot load multisig_txset',
        )
    }
  })

  test('error: truncated sets, and sets with a flipped bit', async () => {
    await exportInfos([ours, theirs, third])
    const set = await propose(third)
    const flipped = (at: number) =>
      set.slice(0, at) + (Number.parseInt(set[at]!, 16) ^ 1).toString(16) + set.slice(at + 1)
    const damaged = [
      set.slice(0, -2),
      set.slice(0, set.length / 4 - ((set.length / 4) % 2)),
      set.slice(2),
      ...[0, 60, set.length >> 1, set.length - 1].map(flipped),
    ]
    for (const tx_data_hex of damaged) {
      for (const method of ['sign_multisig', 'submit_multisig'])
        expect(await refusal(method, { tx_data_hex })).toBe('Failed to parse multisig tx data.')
      expect(await refusal('describe_transfer', { multisig_txset: tx_data_hex })).toBe(
        'cannot load multisig_txset',
      )
    }
    expect(await refusal('sign_multisig', { tx_data_hex: set.slice(1) })).toBe(
      'Failed to parse hex.',
    )
    for (const member of [ours, theirs]) await ask(member, 'sign_multisig', { tx_data_hex: set })
  })

  test('error: sets that are sent or signed out of order', async () => {
    await exportInfos([ours, theirs, third])
    const own = [await propose(ours), await propose(theirs)]
    const [tx_data_hex, theirSet] = own as [string, string]
    const asProposers = (method: string) =>
      refusal(method, { tx_data_hex }, { tx_data_hex: theirSet })
    expect(await asProposers('sign_multisig')).toContain('already signed by this private key')
    expect(await asProposers('submit_multisig')).toContain('Not enough signers')

    const whole = await ask(third, 'sign_multisig', { tx_data_hex })
    expect(await theirs.answer('sign_multisig', whole)).toMatchObject({
      error: { message: expect.stringContaining('Transaction is already fully signed') },
    })
    expect(await ours.answer('sign_multisig', whole)).toMatchObject({
      error: { message: expect.stringContaining('already signed by this private key') },
    })
    expect(await third.answer('sign_multisig', { tx_data_hex })).toMatchObject({
      error: { message: stale },
    })
  })

  test('are signed once, and change nothing when they are sent twice', async () => {
    for (const [proposer, signer] of bothOrders()) {
      await exportInfos([ours, theirs, third])
      const tx_data_hex = await propose(proposer)
      const signed = await ask(signer, 'sign_multisig', { tx_data_hex })
      expect(await signer.answer('sign_multisig', { tx_data_hex })).toMatchObject({
        error: { message: stale },
      })
      expect(await ask(signer, 'submit_multisig', signed)).toEqual({
        tx_hash_list: signed.tx_hash_list,
      })
      await node.mine(11)
      for (const member of [ours, theirs]) await ask(member, 'refresh')
      // A node takes once more what is in a block. The reference then awaits it as if it were new.
      const before = await booksOf(ours)
      const again = await ours.answer('submit_multisig', { tx_data_hex: signed.tx_data_hex })
      expect(again).toEqual({ result: { tx_hash_list: signed.tx_hash_list } })
      expect(await theirs.answer('submit_multisig', { tx_data_hex: signed.tx_data_hex })).toEqual(
        again,
      )
      expect(await booksOf(ours)).toEqual(before)
    }
  })
})
