import { describe, expect, test } from 'vitest'
import { calledWallet } from '../../../support/wallets/called-wallet.ts'
import { join, ourMember, ask, prepared, round } from '../../../support/multisig/group-members.ts'

describe('is_multisig', () => {
  test('returns false for an ordinary wallet', async () => {
    const { call } = await calledWallet()
    expect(await call('is_multisig')).toEqual({
      result: { multisig: false, ready: false, threshold: 0, total: 0 },
    })
  })

  test('returns threshold and total, and whether all keys are exchanged', async () => {
    const members = [await ourMember(0), await ourMember(1), await ourMember(2)]
    await round(members, 'make_multisig', await prepared(members), { threshold: 2 })
    const state = { multisig: true, threshold: 2n, total: 3n }
    expect(await ask(members[0]!, 'is_multisig')).toEqual({ ...state, ready: false })
    const others = [await ourMember(3), await ourMember(4), await ourMember(5)]
    await join(others, 2)
    for (const member of others)
      expect(await ask(member, 'is_multisig')).toEqual({ ...state, ready: true })
  })
})
