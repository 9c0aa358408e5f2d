import { bytesToHex } from '@noble/hashes/utils.js'
import { beforeAll, describe, expect, test } from 'vitest'
import { sealMultisigSet } from '../../../worker/engine/multisig/tx-set.ts'
import { pageHost } from '../../../worker/hosts/page-host.ts'
import { ask } from '../../support/multisig/group-members.ts'
import {
  exchangeInfos,
  newGroup,
  partsOf,
  payGroup,
  proposed,
  type Group,
  type GroupMember,
} from '../../support/multisig/spendable-group.ts'
import { testService, testWallet } from '../../support/wallets/test-wallet.ts'

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
const hostOf = (member: GroupMember) => pageHost(member.service)

describe('group', () => {
  test('has the members, and which of them this one is', async () => {
    const names = members.map(nameOf)
    for (const [i, member] of members.entries()) {
      const group = await hostOf(member).group()
      expect(group?.own).toBe(names[i])
      expect([...group!.members].sort()).toEqual([...names].sort())
    }
  })

  test('is none of an ordinary wallet, nor of no wallet', async () => {
    const service = await testService()
    const host = pageHost(service)
    expect(await host.group()).toBeUndefined()
    expect(await host.handedOn(payment)).toBeUndefined()
    await testWallet({}, service)
    expect(await host.group()).toBeUndefined()
    expect(await host.handedOn(payment)).toBeUndefined()
  })
})

describe('handedOn', () => {
  test('names who told of outputs', async () => {
    const { info } = await ask(members[1]!, 'export_multisig_info')
    expect(await hostOf(members[2]!).handedOn(info)).toEqual({
      kind: 'outputs',
      from: nameOf(members[1]!),
    })
  })

  test('names who signed a payment, and who can', async () => {
    const [first, second, third] = members.map(nameOf)
    const found = await hostOf(members[2]!).handedOn(payment)
    expect(found).toEqual({ kind: 'payment', signed: [first], asked: expect.any(Array) })
    expect(found?.kind === 'payment' && [...found.asked].sort()).toEqual([second, third].sort())
  })

  test('asks nobody whom all choices of members do without', async () => {
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
    const found = await hostOf(members[1]!).handedOn(text)
    const rest = members.map(nameOf).filter((name) => name !== nameOf(members[0]!) && name !== left)
    expect(found).toMatchObject({ kind: 'payment', asked: rest })
  })

  test.each(['', 'xy', 'abc', 'ab'.repeat(200)])('is none of the group: %j', async (text) => {
    expect(await hostOf(members[0]!).handedOn(text)).toBeUndefined()
  })

  test('is none once a digit was changed', async () => {
    const at = payment.length / 2
    const digit = payment[at] === '0' ? '1' : '0'
    const changed = payment.slice(0, at) + digit + payment.slice(at + 1)
    expect(await hostOf(members[1]!).handedOn(changed)).toBeUndefined()
  })
})
