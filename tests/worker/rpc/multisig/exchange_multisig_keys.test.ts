import { describe, expect, test } from 'vitest'
import { openMessage } from '../../../../worker/engine/multisig/messages.ts'
import {
  ask,
  infosOf,
  ourMember,
  prepared,
  round,
} from '../../../support/multisig/group-members.ts'

describe('exchange_multisig_keys', () => {
  test('continues without a member whose keys others have, only if forced', async () => {
    const members = [await ourMember(0), await ourMember(1), await ourMember(2)]
    const made = infosOf(
      await round(members, 'make_multisig', await prepared(members), { threshold: 2 }),
    )
    const [one, other] = members as [(typeof members)[0], (typeof members)[0]]
    const exchange = (infos: string[], force: boolean) =>
      one.answer('exchange_multisig_keys', {
        password: '',
        multisig_info: infos,
        force_update_use_with_caution: force,
      })
    expect(await exchange([made[1]!], false)).toEqual({
      error: { code: -33n, message: 'Needs multisig info from more participants' },
    })
    expect(await ask(one, 'is_multisig')).toMatchObject({ ready: false })
    const first = await exchange([made[1]!], true)
    expect(first).toMatchObject({ result: { address: '' } })
    const { multisig_info } = await ask(other, 'exchange_multisig_keys', {
      password: '',
      multisig_info: [made[0]!, made[2]!],
    })
    expect(await exchange([multisig_info], true)).toHaveProperty('result')
    const { address } = await ask(other, 'exchange_multisig_keys', {
      password: '',
      multisig_info: infosOf(['result' in first ? first.result : {}]),
      force_update_use_with_caution: true,
    })
    expect(await ask(one, 'get_address')).toMatchObject({ address })
    expect(await ask(one, 'is_multisig')).toMatchObject({ ready: true, threshold: 2n, total: 3n })
  })

  test('returns the last message again on request only', async () => {
    const members = [await ourMember(0), await ourMember(1)]
    const [one] = members as [(typeof members)[0]]
    const answers = await round(members, 'make_multisig', await prepared(members), { threshold: 2 })
    const resent = async () => {
      const again = await ask(one, 'exchange_multisig_keys', { resend: true })
      return [again.address, contentOf(again.multisig_info)]
    }
    const { crypto } = one.service.ports
    const contentOf = (text: string) => openMessage(crypto, text).content
    const wanted = ['', contentOf(answers[0]!.multisig_info)]
    expect(await resent()).toEqual(wanted)
    for (const params of [{}, { multisig_info: [] }, { force_update_use_with_caution: true }])
      expect(await one.answer('exchange_multisig_keys', params)).toEqual({
        error: { code: -33n, message: 'Needs multisig info from more participants' },
      })
    expect(await resent()).toEqual(wanted)
  })
})
