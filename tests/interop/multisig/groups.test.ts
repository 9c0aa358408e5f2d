/**
 * Multisig groups whose members use different programs: ours and monero-wallet-rpc.
 */
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { describe, expect } from 'vitest'
import { beforeAll, test } from '../../support/programs/test.ts'
import { count } from '../../support/random/case-counts.ts'
import {
  ask,
  infosOf,
  join,
  membersOf,
  ourMember,
  prepared,
  round,
  theirMember,
  type Member,
} from '../../support/multisig/group-members.ts'
import { without } from '../../support/multisig/group-keys.ts'
import {
  minerAddress,
  startMonerod,
  startWalletRpc,
  type Monerod,
  type WalletRpc,
} from '../../support/programs/monerod.ts'
import type { Answered } from '../../support/wallet-comparison/compare-answers.ts'

let rpc: WalletRpc
beforeAll(async () => {
  // Keys are made without a chain.
  rpc = await startWalletRpc({ daemon: '127.0.0.1:1' })
})

describe('the same member in our program and in the reference', () => {
  test('returns the same results and errors', async () => {
    const [ours, theirs] = [await ourMember(0), await theirMember(rpc, 0)]
    const others = [await ourMember(1), await ourMember(2)]
    const strangers = [await ourMember(3), await ourMember(4), await ourMember(5)]
    /** @returns What both answer; a message is another with each signature. */
    const same = async (method: string, params: object = {}) => {
      const [our, their] = [await ours.answer(method, params), await theirs.answer(method, params)]
      expect(our, method).toEqual('result' in their ? expect.anything() : their)
      return { our, their }
    }
    const first = await prepared([ours, theirs, ...others])
    const messages = first.slice(2)
    for (const multisig_info of [
      // Shorter ones the reference of this version cuts where there is nothing.
      [],
      ['MultisigV1xxxxxxxxxxx', messages[0]],
      ['MultisigxV1xxxxxxxxxxx'],
      ['MultisigxV2R10'],
      ['MultisigxV2R1'],
      ['MultisigxV3R1'],
      [messages[0], messages[0]],
      [messages[0]!.slice(0, -1), messages[1]],
      [messages[0]!.replace('R1', 'Rn'), messages[1]],
      [swapped(messages[0]!), messages[1]],
      [first[0]],
    ])
      await same('make_multisig', { multisig_info, threshold: 2 })
    for (const threshold of [0, 4])
      await same('make_multisig', { multisig_info: messages, threshold })
    await same('is_multisig')

    const params = { multisig_info: messages, threshold: 2 }
    const made = await same('make_multisig', params)
    const second = await Promise.all(
      others.map(async (other, i) => {
        const multisig_info = [first[0]!, messages[1 - i]!]
        const answer = await ask(other, 'make_multisig', { multisig_info, threshold: 2 })
        return answer.multisig_info as string
      }),
    )
    await same('make_multisig', params)
    await same('prepare_multisig')
    const foreign = infosOf(
      await round(strangers, 'make_multisig', await prepared(strangers), { threshold: 2 }),
    )
    await same('exchange_multisig_keys')
    for (const multisig_info of [
      [],
      [second[0]],
      messages,
      [messages[0], second[1]],
      ['MultisigxV2Rn', second[1]],
      [swapped(second[0]!), second[1]],
      [foreign[1], foreign[2]],
    ])
      await same('exchange_multisig_keys', { multisig_info })
    await same('is_multisig')
    for (const method of ['export_multisig_info', 'sign_multisig', 'submit_multisig'])
      await same(method)

    const done = await same('exchange_multisig_keys', { multisig_info: second })
    const last = await Promise.all(
      others.map((other, i) =>
        ask(other, 'exchange_multisig_keys', {
          multisig_info: [infoOf(made.our), without(second, i)[0]!],
        }),
      ),
    )
    const third = infosOf(last)
    for (const multisig_info of [
      [third[0]],
      second,
      [second[0], third[1]],
      [swapped(third[0]!), third[1]],
    ])
      await same('exchange_multisig_keys', { multisig_info })
    expect(infoOf(done.our)).not.toBe('')
    const ready = await same('exchange_multisig_keys', { multisig_info: third })
    expect(ready.our).toMatchObject({ result: { address: addressOf(ready.their) } })
    expect(addressOf(ready.our)).toMatch(/^4\w{94}$/)
    await same('is_multisig')
    for (const key_type of ['view_key', 'spend_key']) {
      const { our, their } = await same('query_key', { key_type })
      expect(our).toEqual(their)
    }
    for (const member of [ours, theirs, ...others, ...strangers]) await member.stop()
  })
})

const infoOf = (answered: Answered): string =>
  'result' in answered ? answered.result.multisig_info : ''
const addressOf = (answered: Answered): string =>
  'result' in answered ? answered.result.address : ''

/** A text with two characters in its middle exchanged by others. */
const swapped = (text: string) => {
  const at = text.length >> 1
  return text.slice(0, at) + (text[at] === '2' ? '3' : '2') + text.slice(at + 1)
}

const balancesOf = async (some: readonly Member[]) => {
  const balances = []
  for (const member of some) {
    await ask(member, 'refresh')
    const { balance, unlocked_balance, multisig_import_needed } = await ask(member, 'get_balance')
    balances.push({ balance, unlocked_balance, multisig_import_needed })
  }
  return balances
}

async function exported(members: readonly Member[]): Promise<string[]> {
  const infos: string[] = []
  for (const member of members) infos.push((await ask(member, 'export_multisig_info')).info)
  return infos
}

/** In a proof alone: it takes a chain, and a minute. */
describe.each(['a group with outputs'].slice(0, count(0, 1)))('%s', () => {
  let node: Monerod
  /** Two of three sign: ours, and two of the reference. */
  let members: Member[]

  beforeAll(async () => {
    node = await startMonerod()
    members = await membersOf('ott', new URL(node.url).host)
    const [shared] = await join(members, 2)
    await node.mine(3, shared)
    await node.mine(75)
  }, 600_000)

  test('an import of infos finds earlier spends', async () => {
    const [ours, one, other] = members as [Member, Member, Member]
    const before = await balancesOf(members)
    expect(before[0]!.balance).toBeGreaterThan(0n)
    expect(before[0]!.multisig_import_needed).toBe(true)
    expect(before).toEqual([before[0], before[0], before[0]])

    const infos = await exported(members)
    for (const [i, member] of [...members.entries()].slice(1))
      expect(await ask(member, 'import_multisig_info', { info: without(infos, i) })).toEqual({
        n_outputs: 3n,
      })
    const destinations = [{ address: minerAddress, amount: 1_000_000_000_000 }]
    const { multisig_txset } = await ask(one, 'transfer', { destinations })
    const { tx_data_hex } = await ask(other, 'sign_multisig', { tx_data_hex: multisig_txset })
    const { tx_hash_list } = await ask(other, 'submit_multisig', { tx_data_hex })
    await node.mine(11)

    const [unaware] = await balancesOf([ours])
    // With the change, and what it is of.
    expect(unaware!.balance).toBeGreaterThan(before[0]!.balance)
    expect(await ask(ours, 'import_multisig_info', { info: infos.slice(1) })).toEqual({
      n_outputs: 3n,
    })
    const after = await balancesOf([one, ours, other])
    expect(after[1]).toEqual(after[0])
    expect(after[1]!.multisig_import_needed).toBe(true)
    const { out } = await ask(ours, 'get_transfers', { out: true })
    expect(out.map(({ txid }: { txid: string }) => txid)).toEqual(tx_hash_list)

    const again = await exported(members)
    for (const [i, member] of members.entries())
      await ask(member, 'import_multisig_info', { info: without(again, i) })
    const whole = await balancesOf(members)
    expect(whole[0]!.multisig_import_needed).toBe(false)
    expect(whole).toEqual([whole[0], whole[0], whole[0]])
    const key_images = []
    for (const member of [ours, one]) {
      const { transfers } = await ask(member, 'incoming_transfers', { transfer_type: 'all' })
      key_images.push(transfers.map(({ key_image }: { key_image: string }) => key_image).sort())
    }
    expect(key_images[0]).toEqual(key_images[1])
  })

  test('error: both programs refuse wrong infos with the same error, and nothing changes', async () => {
    const [ours, one] = members as [Member, Member]
    const infos = await exported(members)
    const third = infos[2]!
    const flipped = (at: number) => {
      const bytes = hexToBytes(third)
      bytes[at < 0 ? bytes.length + at : at]! ^= 1
      return bytesToHex(bytes)
    }
    const before = await balancesOf([ours])
    for (const info of [
      [],
      [''],
      ['0'],
      ['xx'],
      ['00'],
      [third.slice(0, 60)],
      [third.slice(0, -2)],
      [flipped(0)],
      [flipped(30)],
      [flipped(100)],
      [flipped(-1)],
    ])
      expect(await ours.answer('import_multisig_info', { info }), `${info}`.slice(0, 20)).toEqual(
        await one.answer('import_multisig_info', { info }),
      )
    expect(await balancesOf([ours])).toEqual(before)
  })
})
