import { describe, expect, test, vi } from 'vitest'
import { bytesToHex } from '@noble/hashes/utils.js'
import { choose } from '../../../../worker/engine/multisig/named-keys.ts'
import { exportedInfos, noncesOf, receive } from '../../../support/multisig/received-outputs.ts'
import { newGroup, type Group } from '../../../support/multisig/spendable-group.ts'

describe('nonces of an export', () => {
  test('suffice for a signature with each choice of members, and are new in each export', async () => {
    const members = await newGroup(2, 4)
    await receive(members, 0)
    await exportedInfos(members)
    const { service } = members[0]!
    const before = noncesOf(service)
    expect(before).toHaveLength(choose(3, 1) * 2)
    const names = before.map(bytesToHex)
    await exportedInfos(members)
    const after = noncesOf(service).map(bytesToHex)
    expect(after.some((name) => names.includes(name))).toBe(false)
    expect(before.every((nonce) => nonce.every((byte) => byte === 0))).toBe(true)
  })
})

describe('an export that fails', () => {
  test('error: keeps the nonces of the last export, which other members have', async () => {
    const members = await newGroup(2, 3)
    await receive(members, 0)
    await exportedInfos(members)
    const [one] = members as [Group[number]]
    const before = noncesOf(one.service).map(bytesToHex)
    vi.spyOn(one.service.ports, 'random').mockImplementation(() => {
      throw new Error('no chance left')
    })
    expect(await one.answer('export_multisig_info')).toHaveProperty('error')
    expect(noncesOf(one.service).map(bytesToHex)).toEqual(before)
    vi.restoreAllMocks()
    await exportedInfos(members)
    expect(noncesOf(one.service).map(bytesToHex)).not.toEqual(before)
  })
})
