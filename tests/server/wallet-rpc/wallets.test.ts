import { describe, expect, test } from 'vitest'
import { Wallets } from '../../../server/wallet-rpc/wallets.ts'
import { MemoryFiles } from '../../support/storage/memory-files.ts'
import { testService } from '../../support/wallets/test-wallet.ts'

const language = 'English'

/** Wallets of one folder, and how many services were made for them. */
async function someWallets(options: { walletDir?: boolean } = {}) {
  const files = new MemoryFiles()
  const services = await Promise.all([1, 2, 3, 4].map(() => testService(options, { files })))
  const [main, ...others] = services
  const made = () => services.length - others.length - 1
  const wallets = new Wallets(main!, () => others.shift()!)
  return { wallets, main: main!, made }
}

const addressOf = async (wallets: Wallets, wallet?: string) => {
  const outcome = await wallets.call('get_address', {}, wallet)
  return 'result' in outcome ? (outcome.result as { address: string }).address : outcome.error.code
}

describe('wallets by name', () => {
  test('are open at the same time as the wallet of /json_rpc', async () => {
    const { wallets } = await someWallets()
    for (const name of ['a', 'b'])
      expect(await wallets.call('create_wallet', { language }, name)).toEqual({ result: {} })
    await wallets.call('create_wallet', { filename: 'main', language })
    const addresses = [undefined, 'a', 'b'].map((name) => addressOf(wallets, name))
    expect(new Set(await Promise.all(addresses)).size).toBe(3)
    await wallets.close()
  })

  test('an open wallet is found by its name', async () => {
    const { wallets, made } = await someWallets()
    await wallets.call('create_wallet', { filename: 'main', language })
    expect(await addressOf(wallets, 'main')).toBe(await addressOf(wallets))
    expect(made()).toBe(0)
  })

  test('is found by the name of its key file', async () => {
    const { wallets, made } = await someWallets()
    await wallets.call('create_wallet', { filename: 'old.nightjar', language })
    expect(await addressOf(wallets, 'old')).toBe(await addressOf(wallets))
    expect(made()).toBe(0)
  })

  test('error: a wallet cannot be opened twice', async () => {
    const { wallets } = await someWallets()
    await wallets.call('create_wallet', { language }, 'a')
    expect(await wallets.call('open_wallet', { filename: 'a' })).toMatchObject({
      error: { code: -1, message: expect.stringContaining('opened by another wallet program') },
    })
  })

  test('error: a filename other than the name in the path', async () => {
    const { wallets } = await someWallets()
    expect(await wallets.call('open_wallet', { filename: 'b' }, 'a')).toEqual({
      error: {
        code: -1,
        message: 'Invalid filename',
        data: 'filename: not the wallet of this path',
      },
    })
  })

  test('error: malformed params', async () => {
    const { wallets } = await someWallets()
    expect(await wallets.call('open_wallet', [1], 'a')).toMatchObject({ error: { code: -32602 } })
  })

  test('error: no other wallets when the program serves one file', async () => {
    const { wallets } = await someWallets({ walletDir: false })
    expect(await wallets.call('open_wallet', {}, 'a')).toMatchObject({ error: { code: -23 } })
  })

  test('are removed after they close, and if they do not exist', async () => {
    const { wallets, made } = await someWallets()
    expect(await addressOf(wallets, 'a')).toBe(-13)
    expect(await addressOf(wallets, 'a')).toBe(-13)
    expect(made()).toBe(2)
    await wallets.call('create_wallet', { language }, 'a')
    await wallets.call('close_wallet', {}, 'a')
    expect(await wallets.call('open_wallet', { filename: 'a' })).toEqual({ result: {} })
  })

  test('the stop of one does not affect the others', async () => {
    const { wallets, main } = await someWallets()
    await wallets.call('create_wallet', { filename: 'main', language })
    await wallets.call('create_wallet', { language }, 'a')
    let ended = false
    void main.stopped.then(() => (ended = true))
    expect(await wallets.call('stop_wallet', {}, 'a')).toEqual({ result: {} })
    await expect.poll(() => addressOf(wallets, 'a')).toBe(-13)
    expect(ended).toBe(false)
    expect(await addressOf(wallets)).toMatch(/^4/)
  })
})
