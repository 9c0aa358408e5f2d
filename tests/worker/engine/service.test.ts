import { describe, expect, test } from 'vitest'
import { keysOfSeed } from '../../../worker/engine/keys/account.ts'
import { payingWallet } from '../../support/paying.ts'
import { testCrypto } from '../../support/crypto.ts'
import { testSeed, testService, testWallet, type TestPorts } from '../../support/wallet.ts'

const crypto = await testCrypto()
const zero = new Uint8Array(32)

describe('a wallet that closes', () => {
  test('overwrites its keys and those of its transactions, not what it answered', async () => {
    const { wallet, pay, service } = await payingWallet()
    const { spendSecret, viewSecret } = wallet.secrets
    const [signed] = await pay()
    const [kept] = wallet.store.sent.get(signed!.txid)!.txKeys
    const [answered] = signed!.txKeys
    expect(kept).toEqual(answered)
    await service.close()
    expect([spendSecret, viewSecret, kept]).toEqual([zero, zero, zero])
    expect(answered).not.toEqual(zero)
  })
})

describe('a wallet that is not made', () => {
  const outOfSpace = () => Object.assign(new Error('no space'), { code: 'ENOSPC' })

  test.each([
    ['at its first write', 1],
    ['at its second', 2],
  ])('error: storage fails %s; nothing of it stays', async (_, failing) => {
    const service = await testService()
    const { files } = service.ports as TestPorts
    let writes = 0
    files.beforeWrite = () => {
      if (++writes === failing) throw outOfSpace()
    }
    const secrets = keysOfSeed(crypto, testSeed)
    await expect(testWallet({ name: 'full disk', secrets }, service)).rejects.toMatchObject({
      code: -1,
      message: 'The wallet could not be stored: ENOSPC',
    })
    expect(writes).toBe(failing)
    expect([secrets.spendSecret, secrets.viewSecret]).toEqual([zero, zero])
    expect(await files.list()).toEqual([])
    expect(service.wallet).toBeUndefined()
  })

  test('error: its name is taken; its keys are overwritten', async () => {
    const service = await testService()
    await testWallet({ name: 'taken' }, service)
    const secrets = keysOfSeed(crypto, testSeed)
    await expect(testWallet({ name: 'taken', secrets }, service)).rejects.toMatchObject({
      code: -21,
    })
    expect([secrets.spendSecret, secrets.viewSecret]).toEqual([zero, zero])
  })
})
