import { bytesToHex } from '@noble/hashes/utils.js'
import { beforeAll, describe, expect, test } from 'vitest'
import { sealMultisigSet } from '../../../../worker/engine/multisig/tx-set.ts'
import { ask } from '../../../support/multisig/group-members.ts'
import {
  exchangeInfos,
  newGroup,
  partsOf,
  payGroup,
  proposed,
  type Group,
  type GroupMember,
} from '../../../support/multisig/spendable-group.ts'
import { pageClient } from '../../../support/wallets/page-client.ts'
import { testService, testWallet } from '../../../support/wallets/test-wallet.ts'

let members: Group
let payment: string
beforeAll(async () => {
  members = await newGroup(2, 3)
  const keys = await payGroup(members, 1)
  await exchangeInfos(members)
  const { ports, secrets } = partsOf(members[0]!)
  const set = { transactions: [await proposed(members[0]!, keys)], signers: [bytesOf(members[0]!)] }
  payment = bytesToHex(await sealMultisigSet(ports, secrets, set))
})

const bytesOf = (member: GroupMember) => {
  const { crypto, secrets } = partsOf(member)
  return crypto.multiplyBase(secrets.multisig.baseSecret)
}
const nameOf = (member: GroupMember) => bytesToHex(bytesOf(member))
const pageOf = (member: GroupMember) => pageClient(member.service)
const describeBy = (member: GroupMember, message: string) =>
  pageOf(member).describe_multisig_message({ message })
const unknown = { outputs: undefined, payment: undefined }

describe('get_multisig_members', () => {
  test('lists the members and marks this one', async () => {
    const names = members.map(nameOf)
    for (const [i, member] of members.entries()) {
      const { group } = await pageOf(member).get_multisig_members({})
      expect(group?.own).toBe(names[i])
      expect([...group!.members].sort()).toEqual([...names].sort())
    }
  })

  test('has none for an ordinary wallet', async () => {
    const service = await testService()
    const page = pageClient(service)
    await testWallet({}, service)
    expect(await page.get_multisig_members({})).toEqual({ group: undefined })
    expect(await page.describe_multisig_message({ message: payment })).toEqual(unknown)
  })

  test('error: no wallet is open', async () => {
    const page = pageClient(await testService())
    const notOpen = { code: -13, message: 'No wallet file' }
    await expect(page.get_multisig_members({})).rejects.toMatchObject(notOpen)
    await expect(page.describe_multisig_message({ message: payment })).rejects.toMatchObject(
      notOpen,
    )
  })
})

describe('describe_multisig_message', () => {
  test('names the author of an export of outputs', async () => {
    const { info } = await ask(members[1]!, 'export_multisig_info')
    expect(await describeBy(members[2]!, info)).toEqual({
      outputs: { from: nameOf(members[1]!) },
      payment: undefined,
    })
  })

  test('lists the members that signed a payment and those that still can', async () => {
    const [first, second, third] = members.map(nameOf)
    const found = await describeBy(members[2]!, payment)
    expect(found.payment?.signed).toEqual([first])
    expect(found.payment?.asked.toSorted()).toEqual([second, third].toSorted())
    expect(found.outputs).toBeUndefined()
  })

  test('describes a payment as describe_transfer does', async () => {
    const found = await describeBy(members[2]!, payment)
    const { desc, summary } = await pageOf(members[2]!).describe_transfer({
      multisig_txset: payment,
    })
    expect(found.payment?.description).toEqual({ desc, summary })
    expect(found.payment?.description.desc).toHaveLength(1)
  })

  test('leaves out a member that no attempt includes', async () => {
    const { ports, secrets } = partsOf(members[0]!)
    const keys = [...members[0]!.service.wallet!.store.outputs.keys()]
    const made = await proposed(members[0]!, keys)
    const without = made.attempts.find(({ ignored }) => ignored.length > 0)!
    const set = {
      transactions: [{ ...made, attempts: [without] }],
      signers: [bytesOf(members[0]!)],
    }
    const text = bytesToHex(await sealMultisigSet(ports, secrets, set))
    const left = bytesToHex(without.ignored[0]!)
    const found = await describeBy(members[1]!, text)
    const rest = members.map(nameOf).filter((name) => name !== nameOf(members[0]!) && name !== left)
    expect(found.payment?.asked).toEqual(rest)
  })

  test.each(['', 'xy', 'abc', 'ab'.repeat(200)])('does not know %j', async (text) => {
    expect(await describeBy(members[0]!, text)).toEqual(unknown)
  })

  test('reports a set with a changed digit as unknown', async () => {
    const at = payment.length / 2
    const digit = payment[at] === '0' ? '1' : '0'
    const changed = payment.slice(0, at) + digit + payment.slice(at + 1)
    expect(await describeBy(members[1]!, changed)).toEqual(unknown)
  })
})
