import { describe, expect, test } from 'vitest'
import { calledWallet } from '../../../support/wallets/called-wallet.ts'
import { ask } from '../../../support/multisig/group-members.ts'
import { noncesOf, receive } from '../../../support/multisig/received-outputs.ts'
import { newGroup } from '../../../support/multisig/spendable-group.ts'

describe('export_multisig_info', () => {
  test('returns info of all outputs, sealed for the group, and stores its nonces', async () => {
    const members = await newGroup(2, 3)
    await receive(members, 0)
    const [one] = members as [(typeof members)[0]]
    const { info } = await ask(one, 'export_multisig_info')
    const magic = Buffer.from('Monero multisig export\x01').toString('hex')
    expect(info).toMatch(new RegExp(`^${magic}([0-9a-f]{2})+$`))
    // Two for each choice of the other signer.
    expect(noncesOf(one.service)).toHaveLength(4)
  })

  test('error: an ordinary wallet', async () => {
    const { call } = await calledWallet()
    expect(await call('export_multisig_info')).toEqual({
      error: { code: -31, message: 'This wallet is not multisig' },
    })
  })
})
