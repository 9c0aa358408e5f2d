import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { MemoryFiles } from '../../../support/storage/memory-files.ts'
import { calledWallet } from '../../../support/wallets/called-wallet.ts'

// monero tests/data/wallet_9svHk1.keys, of testnet
const testnetFile = readFileSync('tests/vectors/key-files/wallet_9svHk1.keys').toString('hex')
const address =
  '9svHk1wHPo3ULf2AZykghzcye6sitaRE4MaDjPC6uanTHCynHjJHZaiAb922PojE1GexhhRt1LVf5DC43feyrRZMLXQr3mk'

describe('import_keys_file', () => {
  test('makes the wallet of a file that monero wrote', async () => {
    const { call, service } = await calledWallet({ network: 'testnet' })
    const given = { filename: 'w', password: 'test', keys_file: testnetFile }
    expect(await call('import_keys_file', given)).toEqual({
      result: { address, info: 'Wallet has been restored successfully.' },
    })
    expect(service.wallet!.name).toBe('w')
  })

  test('gives the wallet a password of its own, which opens no file', async () => {
    const { call, result } = await calledWallet({ network: 'testnet' })
    const given = { filename: 'w', password: 'test', keys_file: testnetFile }
    await result('import_keys_file', { ...given, wallet_password: 'of the wallet' })
    await result('close_wallet')
    expect(await call('open_wallet', { filename: 'w', password: 'test' })).toMatchObject({
      error: { code: -1, message: 'Failed to open wallet : Invalid password.' },
    })
    await result('open_wallet', { filename: 'w', password: 'of the wallet' })
  })

  test('reports a wallet without a spend key as watch-only', async () => {
    const { result, wallet } = await calledWallet()
    const { primaryAddress } = wallet
    const { keys_file } = await result('export_keys_file', { password: '', watch_only: true })
    expect(await result('import_keys_file', { filename: 'v', password: '', keys_file })).toEqual({
      address: primaryAddress,
      info: 'Watch-only wallet has been restored successfully.',
    })
  })

  test('error: a wrong password, and the wallet before stays open', async () => {
    const { call, service, wallet } = await calledWallet({ network: 'testnet' })
    const given = { filename: 'w', password: 'x', keys_file: testnetFile }
    expect(await call('import_keys_file', given)).toMatchObject({
      error: { code: -1, message: 'Failed to open wallet : Invalid password.' },
    })
    expect(service.wallet).toBe(wallet)
    expect((service.ports.files as MemoryFiles).contents.has('w')).toBe(false)
  })

  test.each(['', '0', 'zz'])('error: the file %j is not hex', async (keys_file) => {
    const { call } = await calledWallet()
    expect(await call('import_keys_file', { filename: 'w', keys_file })).toMatchObject({
      error: { code: -26, message: 'Failed to parse hex.' },
    })
  })

  test('error: a wallet of the name exists', async () => {
    const { call } = await calledWallet()
    const given = { filename: 'called', password: 'test', keys_file: testnetFile }
    expect(await call('import_keys_file', given)).toMatchObject({
      error: { code: -1, message: 'Wallet already exists.' },
    })
  })
})
