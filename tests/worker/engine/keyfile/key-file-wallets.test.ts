import { bytesToHex } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import type { KeyFile } from '../../../../worker/engine/keyfile/key-file.ts'
import { keysOfSeed } from '../../../../worker/engine/keys/account.ts'
import { writeKeyFile } from '../../../../worker/engine/keyfile/write-key-file.ts'
import { dispatch } from '../../../../worker/rpc/dispatch.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'
import { vaultPorts } from '../../../support/storage/vault-ports.ts'
import { testSeed, testService, type TestPorts } from '../../../support/wallets/test-wallet.ts'

const crypto = await testCrypto()
const content = (seed = testSeed): KeyFile => ({
  secrets: keysOfSeed(crypto, seed),
  seedLanguage: 'English',
  network: 'mainnet',
  restoreHeight: 5n,
  lookahead: { accounts: 2, addresses: 3 },
})
const ports = { ...vaultPorts, crypto }
const fileOf = (wallet: KeyFile, password = 'p') => writeKeyFile(ports, wallet, password, 1)
const theirs = await fileOf(content())
const spendKey = bytesToHex(content().secrets.spendPublic)

/** A service whose folder holds `shop.keys` of monero's. */
async function besideShop(file = theirs) {
  const service = await testService()
  const { files } = service.ports as TestPorts
  files.keyFiles.set('shop', file)
  const open = (password = 'p') => dispatch(service, 'open_wallet', { filename: 'shop', password })
  return { service, files, open }
}

const refused = (why: string, data?: string) => ({
  error: { code: -1, message: `Failed to open wallet : ${why}`, ...(data && { data }) },
})

describe('a wallet made from a key file of monero', () => {
  test('is created at the first open, and opened directly afterwards', async () => {
    const { service, files, open } = await besideShop()
    expect(await open()).toEqual({ result: {} })
    const { wallet } = service
    expect(bytesToHex(wallet!.secrets.spendPublic)).toBe(spendKey)
    expect(wallet!.info).toMatchObject({ restoreHeight: 5n, lookahead: content().lookahead })
    await wallet!.store.commit((change) => change.put(wallet!.store.notes, 'ab'.repeat(32), 'paid'))

    for (let times = 0; times < 2; times++) {
      expect(await open()).toEqual({ result: {} })
      expect([...service.wallet!.store.notes.values()]).toEqual(['paid'])
    }
    expect(await files.list()).toEqual(['shop.nightjar'])
    expect(files.keyFiles.get('shop')).toBe(theirs)
  })

  test('is created where an empty one exists', async () => {
    const { files, open } = await besideShop()
    const empty = await files.create('shop.nightjar')
    if (empty !== 'exists') await empty.close()
    expect(await open()).toEqual({ result: {} })
  })

  test('has a background wallet with the name of the key file', async () => {
    const { service, files, open } = await besideShop()
    await open()
    const passwords = { wallet_password: 'p', background_cache_password: 'b' }
    const background_sync_type = 'custom-background-password'
    const call = (name: string, params: object) => dispatch(service, name, params)
    expect(await call('setup_background_sync', { background_sync_type, ...passwords })).toEqual({
      result: {},
    })
    expect(await files.list()).toEqual(['shop.background', 'shop.nightjar'])
    await call('close_wallet', {})
    const background = { filename: 'shop.background', password: 'b' }
    expect(await call('open_wallet', background)).toEqual({ result: {} })
    expect(bytesToHex(service.wallet!.secrets.spendPublic)).toBe(spendKey)
    expect(await open()).toEqual({ result: {} })
    expect(service.wallet!.name).toBe('shop.nightjar')
  })

  test('keeps its own password when that of the file changes', async () => {
    const { service, files, open } = await besideShop()
    await open()
    await service.close()
    files.keyFiles.set('shop', await fileOf(content(), 'q'))
    expect(await open('q')).toEqual(refused('Invalid password.', 'wrong password'))
    expect(await open('p')).toEqual({ result: {} })
    expect((service.ports as TestPorts).lines).toEqual([
      'warning: the key file of this wallet has another password',
    ])
  })

  test('recognises its key file after it was rewritten', async () => {
    const { service, files, open } = await besideShop()
    await open()
    const before = service.wallet!.info.keyFile
    files.keyFiles.set('shop', await fileOf(content()))
    expect(await open()).toEqual({ result: {} })
    expect(service.wallet!.info.keyFile).not.toBe(before)
  })

  test('error: the file holds another wallet now, or a view-only one', async () => {
    const { service, files, open } = await besideShop()
    await open()
    await service.close()
    const { spendSecret: _, ...viewing } = content().secrets
    for (const other of [
      content(testSeed.map((byte) => byte ^ 1)),
      { ...content(), secrets: viewing },
    ]) {
      files.keyFiles.set('shop', await fileOf(other))
      expect(await open()).toEqual(
        refused(
          '"shop.keys" is another wallet now than "shop.nightjar.keys", which was made from it',
        ),
      )
      expect(service.wallet).toBeUndefined()
    }
    // Its lock is free again.
    files.keyFiles.set('shop', theirs)
    expect(await open()).toEqual({ result: {} })
  })

  test('error: a wrong password, and no wallet is created', async () => {
    const { files, open } = await besideShop()
    expect(await open('x')).toEqual(refused('Invalid password.', 'wrong password'))
    expect(await files.list()).toEqual([])
  })

  test('error: a damaged file; the message contains its name', async () => {
    const altered = theirs.slice()
    // Inside the key data, after what every file begins with.
    altered[60]! ^= 0xff
    const { files, open } = await besideShop(altered)
    const { error } = (await open()) as { error: { message: string; data: string } }
    expect(error.message).toMatch(/^Failed to open wallet : file read error "shop\.keys": /)
    expect(error.data).toBe('damaged')
    expect(await files.list()).toEqual([])
  })
})

describe('key files over RPC', () => {
  test('of any wallet, also in memory, are restored unchanged', async () => {
    const { service, open } = await besideShop()
    await open()
    const exported = await dispatch(service, 'export_keys_file', { password: 'p' })
    const { keys_file } = (exported as { result: { keys_file: string } }).result
    expect(await dispatch(service, 'import_keys_file', { password: 'p', keys_file })).toEqual({
      result: {
        address: service.wallet!.primaryAddress,
        info: 'Wallet has been restored successfully.',
      },
    })
    expect(service.wallet!.name).toBe('')
    expect(bytesToHex(service.wallet!.secrets.spendPublic)).toBe(spendKey)
  })

  test('error: invalid hex, an invalid key file, or another password', async () => {
    const service = await testService()
    const keys_file = bytesToHex(theirs)
    for (const [params, error] of [
      [{}, { code: -26, message: 'Failed to parse hex.', data: 'keys_file' }],
      [{ keys_file: 'abc' }, { code: -26, message: 'Failed to parse hex.', data: 'keys_file' }],
      [
        { keys_file: 'abcd' },
        refused('key file: it is truncated, or not a key file', 'damaged').error,
      ],
      [{ keys_file, password: 'P' }, refused('Invalid password.', 'wrong password').error],
      [
        { keys_file, filename: 'a/b' },
        { code: -1, message: 'Invalid filename' },
      ],
    ] as const)
      expect(await dispatch(service, 'import_keys_file', params)).toEqual({ error })
    expect(service.wallet).toBeUndefined()
  })

  test('error: nothing is exported for a wrong password, nor from a restricted service', async () => {
    const { service, open } = await besideShop()
    await open()
    expect(await dispatch(service, 'export_keys_file', { password: 'q' })).toEqual({
      error: { code: -22, message: 'Invalid password.' },
    })
    const restricted = await testService({ restricted: true })
    for (const method of ['export_keys_file', 'import_keys_file'])
      expect(await dispatch(restricted, method, {})).toMatchObject({ error: { code: -7 } })
  })
})
