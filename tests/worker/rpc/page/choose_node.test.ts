import { describe, expect, test } from 'vitest'
import { pageClient } from '../../../support/wallets/page-client.ts'
import { testService } from '../../../support/wallets/test-wallet.ts'

describe('choose_node', () => {
  test('connects the next wallet, and then the open one', async () => {
    const service = await testService()
    const page = pageClient(service)
    await page.choose_node({ address: 'http://one.example:1' })
    expect(service.daemon).toEqual({ address: 'http://one.example:1', trusted: false })
    await page.create_wallet({ filename: 'mine', password: 'p', language: 'English' })
    expect(service.wallet!.daemonAddress?.address).toBe('http://one.example:1')
    await page.choose_node({ address: '' })
    expect(service.wallet!.daemonAddress).toEqual({ address: '', trusted: false })
    await page.close_wallet({})
    expect(service.daemon?.address).toBe('')
  })

  test.each(['ftp://node.example', 'two words', 'name:word@node.example'])(
    'error: %s',
    async (address) => {
      const service = await testService()
      const before = service.daemon
      await expect(pageClient(service).choose_node({ address })).rejects.toMatchObject({
        code: -38,
      })
      expect(service.daemon).toEqual(before)
    },
  )
})
