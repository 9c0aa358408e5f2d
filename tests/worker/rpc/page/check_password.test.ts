import { describe, expect, test } from 'vitest'
import { pageClient } from '../../../support/wallets/page-client.ts'
import { testService, testWallet } from '../../../support/wallets/test-wallet.ts'

async function pageOf(password: string) {
  const service = await testService()
  await testWallet({ name: 'mine', password }, service)
  return pageClient(service)
}

describe('check_password', () => {
  test.each(['', 'password', 'pässwörd'])('accepts the password %j', async (password) => {
    expect(await (await pageOf(password)).check_password({ password })).toEqual({})
  })

  test('writes no record', async () => {
    const service = await testService()
    await testWallet({ name: 'mine', password: 'p' }, service)
    const { files } = service.ports
    files.open = () => Promise.reject(new Error('storage is not needed'))
    service.wallet!.changePassword = () => Promise.reject(new Error('the password stays'))
    expect(await pageClient(service).check_password({ password: 'p' })).toEqual({})
  })

  test.each(['', 'Password', 'password '])('error: refuses %j', async (password) => {
    const page = await pageOf('password')
    await expect(page.check_password({ password })).rejects.toMatchObject({
      code: -22,
      message: 'Invalid password.',
    })
  })

  test('error: no wallet is open', async () => {
    const page = pageClient(await testService())
    await expect(page.check_password({ password: '' })).rejects.toMatchObject({ code: -13 })
  })
})
