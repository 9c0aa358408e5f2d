import { describe, expect, test } from 'vitest'
import { identity } from '../../../worker/engine/keys/identity.ts'
import { WalletDamaged, WrongPassword } from '../../../worker/engine/store/errors.ts'
import { memoryRecords } from '../../../worker/engine/store/memory-records.ts'
import { Store } from '../../../worker/engine/store/store.ts'
import { Vault } from '../../../worker/engine/store/vault.ts'
import { Wallet } from '../../../worker/engine/wallet.ts'
import { createdWallets } from '../../support/wallets/recorded-seeds.ts'
import {
  testPorts,
  testService,
  testWallet,
  unreachable,
} from '../../support/wallets/test-wallet.ts'

describe('an open wallet', () => {
  test('reads addresses of its own network only', async () => {
    const { address } = createdWallets[0]!
    const [mainnet, stagenet] = [await testWallet(), await testWallet({ network: 'stagenet' })]
    expect(mainnet.readAddress(address)).toMatchObject({ network: 'mainnet', kind: 'standard' })
    expect(stagenet.readAddress(address)).toBeUndefined()
    expect(mainnet.readAddress(mainnet.primaryAddress)?.spendKey).toEqual(
      mainnet.secrets.spendPublic,
    )
  })

  test('has no address while the keys of its group are not complete', async () => {
    const wallet = await testWallet()
    wallet.store.hold({ ...wallet.secrets, spendPublic: identity.slice() })
    expect(wallet.primaryAddress).toBe('')
  })

  test('closes the previous connection when the daemon changes', async () => {
    const closed: string[] = []
    const connect = ({ address }: { address: string }) => ({
      ...unreachable(),
      close: () => void closed.push(address),
    })
    const wallet = await testWallet({}, await testService({}, { connect }))
    wallet.setDaemon({ address: 'one', trusted: false })
    wallet.setDaemon({ address: 'two', trusted: true })
    expect([closed, wallet.daemonAddress?.address]).toEqual([['one'], 'two'])
    await wallet.close()
    expect(closed).toEqual(['one', 'two'])
  })

  test('runs exclusive tasks one at a time, also after a failed one', async () => {
    const wallet = await testWallet()
    const steps: string[] = []
    const task = (name: string, fails = false) =>
      wallet.exclusive(async () => {
        steps.push(`${name} begins`)
        await wallet.ports.clock.sleep(0)
        steps.push(`${name} ends`)
        if (fails) throw new Error(name)
      })
    const failed = task('one', true)
    await Promise.all([expect(failed).rejects.toThrow('one'), task('two')])
    expect(steps).toEqual(['one begins', 'one ends', 'two begins', 'two ends'])
  })

  test('error: a task for the foreground while background sync runs', async () => {
    const wallet = await testWallet({ password: 'p' })
    await wallet.backgroundSync.setUp('reuse-wallet-password', 'p', '')
    expect(await wallet.inForeground(() => 5)).toBe(5)
    await wallet.backgroundSync.start()
    let isRun = false
    await expect(wallet.inForeground(() => (isRun = true))).rejects.toMatchObject({ code: -52 })
    expect([isRun, wallet.background]).toEqual([false, 'syncing'])
  })

  test('changes its password only with the right old one', async () => {
    const wallet = await testWallet({ password: 'old' })
    await expect(wallet.changePassword('guess', 'new')).rejects.toThrow(WrongPassword)
    expect(await wallet.verifyPassword('old')).toBe(true)
    await wallet.changePassword('old', 'new')
    expect(await wallet.verifyPassword('old')).toBe(false)
    expect(await wallet.verifyPassword('new')).toBe(true)
  })

  test('wipes its keys when it closes, and commits nothing more', async () => {
    const wallet = await testWallet()
    const { spendSecret, viewSecret } = wallet.secrets
    await wallet.close()
    expect([spendSecret, viewSecret]).toEqual([new Uint8Array(32), new Uint8Array(32)])
    const { store } = wallet
    await expect(
      store.commit((change) => change.put(store.notes, 'ab'.repeat(32), 'late')),
    ).rejects.toThrow('the wallet is closed')
    expect(store.notes.size).toBe(0)
  })

  test('error: records without keys', async () => {
    const ports = await testPorts()
    const records = memoryRecords()
    const vault = await Vault.create(ports, records, 'p')
    const store = new Store((changes) => vault.persist(changes))
    expect(() => new Wallet({ name: '', ports, store, vault, records })).toThrow(
      new WalletDamaged('the wallet has no keys'),
    )
  })
})
