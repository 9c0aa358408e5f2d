import { describe, expect, test } from 'vitest'
import { calledWallet } from '../../../support/wallets/called-wallet.ts'
import {
  ask,
  infosOf,
  ourMember,
  prepared,
  round,
} from '../../../support/multisig/group-members.ts'

describe('finalize_multisig', () => {
  test('does the last key exchange, and every member gets the same address', async () => {
    const members = [await ourMember(0), await ourMember(1), await ourMember(2)]
    const made = await round(members, 'make_multisig', await prepared(members), { threshold: 2 })
    const finalized = await round(members, 'finalize_multisig', infosOf(made))
    expect(new Set(finalized.map(({ address }) => address)).size).toBe(1)
    const last: string[] = []
    for (const member of members)
      last.push((await ask(member, 'exchange_multisig_keys', { resend: true })).multisig_info)
    await round(members, 'finalize_multisig', last)
    expect(await ask(members[0]!, 'is_multisig')).toMatchObject({ ready: true })
    expect(await members[0]!.answer('finalize_multisig', { multisig_info: ['x', 'y'] })).toEqual({
      error: { code: -28n, message: 'This wallet is multisig, and already finalized' },
    })
  })

  test('error: an ordinary wallet', async () => {
    const { call } = await calledWallet()
    expect(await call('finalize_multisig')).toEqual({
      error: { code: -31, message: 'This wallet is not multisig' },
    })
  })
})
