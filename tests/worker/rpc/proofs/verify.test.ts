import { describe, expect, test } from 'vitest'
import { provenPayments } from '../../../support/wallets/proven-payments.ts'

const no = { result: { good: false, version: 0, old: false, signature_type: 'spend' } }

describe('verify', () => {
  test('returns false for another message, another address or a changed signature', async () => {
    const { call, signature, own } = await provenPayments()
    const signed = await signature('sign', { data: 'hello' })
    const verify = (params: object) =>
      call('verify', { data: 'hello', address: own(0), signature: signed, ...params })
    expect(await verify({})).toMatchObject({ result: { good: true } })
    expect(await verify({ data: 'hallo' })).toEqual(no)
    expect(await verify({ address: own(1) })).toEqual(no)
    expect(await verify({ signature: signed.replace('SigV2', 'SigV1') })).toEqual(no)
    for (const wrong of ['', 'SigV2', 'x'.repeat(93)])
      expect(await verify({ signature: wrong })).toEqual(no)
  })

  test('error: an invalid address', async () => {
    const { call } = await provenPayments()
    expect(await call('verify', { data: 'hello', address: 'x' })).toMatchObject({
      error: { code: -2, message: '' },
    })
  })
})
