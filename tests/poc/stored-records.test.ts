/** Someone has the disk: an old header opens nothing written later, and changed records are noticed. */
import { describe, expect, test } from 'vitest'
import { dispatch } from '../../worker/rpc/dispatch.ts'
import { testService, testWallet, type TestPorts } from '../support/wallets/test-wallet.ts'

async function storedWallet() {
  const service = await testService({ network: 'fakechain' })
  const wallet = await testWallet({ network: 'fakechain', name: 'w', password: '1234' }, service)
  const { files } = service.ports as TestPorts
  const call = (name: string, params: object = {}) => dispatch(service, name, params)
  const open = (password: string, repair = false) =>
    call('open_wallet', { filename: 'w', password, repair })
  const address = wallet.primaryAddress
  return { service, stored: files.contents.get('w')!, call, open, address }
}

const passwords = { old_password: '1234', new_password: 'a very long and good passphrase' }

describe('an attacker with the disk', () => {
  test('E1 opens nothing that was written after a password change with the header of before', async () => {
    const { service, stored, call, open, address } = await storedWallet()
    const before = new Map(stored)
    expect(await call('change_wallet_password', passwords)).toEqual({ result: {} })
    await call('create_address', { account_index: 0, label: 'made after the change' })
    await call('add_address_book', { address, description: 'secret friend' })
    await call('close_wallet')
    stored.set('keys.header', before.get('keys.header')!)
    for (const repair of [false, true]) {
      expect(await open('1234', repair)).toMatchObject({
        error: { message: 'Failed to open wallet : the keys of the wallet are damaged' },
      })
      expect(service.wallet).toBeUndefined()
    }
    // No record of before is left that the old key opens.
    const kept = [...before.keys()].filter((name) => stored.has(name))
    expect(kept).toEqual(['keys.header'])
  })

  test('E1 cannot mix records of before a password change with later ones', async () => {
    const { stored, call, open } = await storedWallet()
    const before = new Map(stored)
    await call('change_wallet_password', passwords)
    await call('close_wallet')
    for (const [name, bytes] of before) if (name !== 'keys.header') stored.set(name, bytes)
    expect(await open(passwords.new_password)).toMatchObject({ error: { data: 'records changed' } })
  })

  test('E2 cannot remove a record or set it back unnoticed', async () => {
    const { stored, call, open, address } = await storedWallet()
    await call('add_address_book', { address, description: 'one' })
    const early = new Map(stored)
    await call('edit_address_book', { index: 0, set_description: true, description: 'two' })
    await call('create_address', { account_index: 0, label: 'shop' })
    await call('close_wallet')
    const late = new Map(stored)
    const changed = [...late].filter(([name, bytes]) => early.get(name) !== bytes)
    // Address book, account, lookahead and manifest.
    expect(changed).toHaveLength(4)
    for (const [name] of changed)
      for (const older of [undefined, early.get(name)]) {
        if (older) stored.set(name, older)
        else stored.delete(name)
        expect(await open('1234')).toMatchObject({ error: { data: 'records changed' } })
        for (const record of late) stored.set(...record)
      }
    expect(await open('1234')).toEqual({ result: {} })
  })
})
