import { describe, expect, test } from 'vitest'
import { headerLength } from '../../../worker/engine/store/header.ts'
import { pageClient } from '../../support/wallets/page-client.ts'
import { testService, testWallet } from '../../support/wallets/test-wallet.ts'

const credential_id = 'c0ffee'
const salt = '11'.repeat(32)
const secret = '22'.repeat(32)
const filename = 'A'

async function walletWithPasskey() {
  const service = await testService()
  const wallet = await testWallet({ name: filename, password: 'a' }, service)
  await wallet.store.commit((change) => change.put(wallet.store.attributes, 'colour', 'blue'))
  const page = pageClient(service)
  await page.add_passkey({ password: 'a', credential_id, salt, secret })
  const { contents } = service.ports.files as unknown as {
    contents: Map<string, Map<string, Uint8Array>>
  }
  return { service, page, records: contents.get(filename)! }
}

const refused = { message: 'Failed to open wallet : Invalid password.' }

describe('a passkey', () => {
  test('opens the wallet beside the password', async () => {
    const { page } = await walletWithPasskey()
    expect(await page.get_passkey({ filename })).toEqual({ credential_id, salt })
    await page.close_wallet({})
    await page.open_by_passkey({ filename, secret })
    expect(await page.get_attribute({ key: 'colour' })).toEqual({ value: 'blue' })
    await page.set_attribute({ key: 'colour', value: 'red' })
    await page.close_wallet({})
    await page.open_wallet({ filename, password: 'a' })
    expect(await page.get_attribute({ key: 'colour' })).toEqual({ value: 'red' })
  })

  test('is replaced by another one', async () => {
    const { page } = await walletWithPasskey()
    await page.add_passkey({ password: 'a', credential_id: 'ab', salt, secret: '33'.repeat(32) })
    await page.close_wallet({})
    await expect(page.open_by_passkey({ filename, secret })).rejects.toMatchObject(refused)
    await page.open_by_passkey({ filename, secret: '33'.repeat(32) })
  })

  test('is in the header only while it is there', async () => {
    const { page, records } = await walletWithPasskey()
    expect(records.get('keys.header')!.length).toBe(headerLength + 2 + 3 + 32 + 24 + 48)
    await page.remove_passkey({ password: 'a' })
    expect(records.get('keys.header')!.length).toBe(headerLength)
    expect(await page.get_passkey({ filename })).toEqual({
      credential_id: undefined,
      salt: undefined,
    })
  })

  test('stays with a new name of the wallet', async () => {
    const { page } = await walletWithPasskey()
    await page.close_wallet({})
    await page.rename_wallet({ filename, name: 'B' })
    await page.open_by_passkey({ filename: 'B', secret })
  })
})

describe('error: a passkey', () => {
  test('that is another one', async () => {
    const { page } = await walletWithPasskey()
    await page.close_wallet({})
    const other = { filename, secret: '23'.repeat(32) }
    await expect(page.open_by_passkey(other)).rejects.toMatchObject(refused)
  })

  test('of a wallet without one', async () => {
    const service = await testService()
    await testWallet({ name: filename, password: 'a' }, service)
    await service.close()
    const page = pageClient(service)
    await expect(page.open_by_passkey({ filename, secret })).rejects.toMatchObject(refused)
  })

  test('is not added or removed with another password', async () => {
    const { page } = await walletWithPasskey()
    const given = { password: 'b', credential_id, salt, secret }
    await expect(page.add_passkey(given)).rejects.toMatchObject({ reason: 'INVALID_PASSWORD' })
    await expect(page.remove_passkey({ password: 'b' })).rejects.toMatchObject({
      reason: 'INVALID_PASSWORD',
    })
    expect(await page.get_passkey({ filename })).toEqual({ credential_id, salt })
  })

  test('with params of another length', async () => {
    const { page } = await walletWithPasskey()
    await expect(page.open_by_passkey({ filename, secret: 'ab' })).rejects.toMatchObject({
      reason: 'BAD_HEX',
      message: 'secret: expected 32 bytes in hex',
    })
    const given = { password: 'a', credential_id: '', salt, secret }
    await expect(page.add_passkey(given)).rejects.toMatchObject({
      message: 'credential_id: expected 1 to 1023 bytes in hex',
    })
  })

  test.each([
    ['it was removed', (page: Page) => page.remove_passkey({ password: 'a' })],
    [
      'a new password',
      (page: Page) => page.change_wallet_password({ old_password: 'a', new_password: 'b' }),
    ],
  ])('opens nothing after %s, also with the old header', async (_, change) => {
    const { page, records } = await walletWithPasskey()
    const old = records.get('keys.header')!
    await change(page)
    await page.close_wallet({})
    await expect(page.open_by_passkey({ filename, secret })).rejects.toMatchObject(refused)
    records.set('keys.header', old)
    await expect(page.open_by_passkey({ filename, secret })).rejects.toMatchObject({
      message: 'Failed to open wallet : the keys of the wallet are damaged',
    })
    await expect(page.open_wallet({ filename, password: 'a', repair: true })).rejects.toThrow()
  })

  test('is refused where its slot was altered, and the password still opens the wallet', async () => {
    const { page, records } = await walletWithPasskey()
    await page.close_wallet({})
    const header = records.get('keys.header')!
    header[header.length - 20]! ^= 1
    await expect(page.open_by_passkey({ filename, secret })).rejects.toMatchObject({
      message: 'Failed to open wallet : the header of the wallet is damaged',
    })
    expect(await page.get_passkey({ filename })).toMatchObject({ credential_id: undefined })
  })

  test('is refused while background sync is set up, and by a wallet where it was set up later', async () => {
    const { page } = await walletWithPasskey()
    const type = 'reuse-wallet-password'
    await page.setup_background_sync({ background_sync_type: type, wallet_password: 'a' })
    const given = { password: 'a', credential_id, salt, secret }
    await expect(page.add_passkey(given)).rejects.toMatchObject({
      message: 'Switch background sync off before you add a passkey.',
    })
    await page.close_wallet({})
    await expect(page.open_by_passkey({ filename, secret })).rejects.toMatchObject({
      message: 'background sync is set up: open it by its password',
    })
    await page.open_wallet({ filename, password: 'a' })
  })
})

type Page = ReturnType<typeof pageClient>
