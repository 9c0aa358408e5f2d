import { describe, expect, test } from 'vitest'
import { calledWallet } from '../../../support/wallets/called-wallet.ts'
import { ask, ourMember, prepared } from '../../../support/multisig/group-members.ts'

describe('make_multisig', () => {
  test('returns the address where no more keys are exchanged, and the message of the next step', async () => {
    const members = [await ourMember(0), await ourMember(1)]
    const infos = await prepared(members)
    const made = []
    for (const [i, member] of members.entries()) {
      const params = { threshold: 2, multisig_info: [infos[1 - i]!], password: '' }
      made.push(await ask(member, 'make_multisig', params))
    }
    expect(made[0]).toEqual({
      address: expect.stringMatching(/^4\w{94}$/),
      multisig_info: expect.stringMatching(/^MultisigxV2Rn/),
    })
    expect(made[1]!.address).toBe(made[0]!.address)
  })

  test('error: multisig is not enabled', async () => {
    const { call } = await calledWallet()
    expect(await call('make_multisig', { multisig_info: ['x'], threshold: 2 })).toMatchObject({
      error: { code: -48, message: expect.stringContaining('multisig is disabled') },
    })
  })
})
