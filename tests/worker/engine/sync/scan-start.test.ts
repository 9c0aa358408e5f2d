import { describe, expect, test } from 'vitest'
import { testCrypto } from '../../../support/wasm/crypto.ts'
import { scriptedWallet } from '../../../support/wallets/scripted-wallet.ts'

const index = (account: number, address: number) => ({ account, address })
const crypto = await testCrypto()

describe('scanning begins', () => {
  test('at the restore height, and asks for nothing below it', async () => {
    const asked: bigint[] = []
    const { wallet, script } = await scriptedWallet(crypto, {
      wanted: { restoreHeight: 6n },
      wrap: (daemon) => ({
        ...daemon,
        bin: new Proxy(daemon.bin, {
          get: (bin, name) =>
            name === 'get_blocks'
              ? (params: { start_height: bigint }) => {
                  asked.push(params.start_height)
                  return bin.get_blocks(params as never)
                }
              : bin[name as 'get_blocks'],
        }),
      }),
    })
    for (let height = 1; height <= 8; height++) script.mine([], index(0, 0))
    await wallet.sync.refresh()
    expect(asked).toEqual([6n])
    expect([...wallet.store.outputs.values()].map(({ height }) => height)).toEqual([6n, 7n, 8n])
    expect(wallet.chain.height).toBe(9n)
  })

  test('above the top of the chain: blocks are followed, not looked at, until then', async () => {
    const { wallet, script } = await scriptedWallet(crypto, { wanted: { restoreHeight: 5n } })
    script.mine([], index(0, 0)).mine([], index(0, 0))
    await wallet.sync.refresh()
    expect(wallet.chain.height).toBe(3n)
    for (let height = 3; height <= 6; height++) script.mine([], index(0, 0))
    await wallet.sync.refresh()
    expect([...wallet.store.outputs.values()].map(({ height }) => height)).toEqual([5n, 6n])
  })

  test('over when blocks below the restore height are replaced', async () => {
    const { wallet, script } = await scriptedWallet(crypto, { wanted: { restoreHeight: 4n } })
    for (let height = 1; height <= 6; height++) script.mine([], index(0, 0))
    await wallet.sync.refresh()
    script.pop(5)
    for (let height = 2; height <= 8; height++) script.mine([], index(0, 1))
    await wallet.sync.refresh()
    const found = [...wallet.store.outputs.values()]
    expect(found.map(({ height, subaddress }) => [height, subaddress.address])).toEqual(
      [4n, 5n, 6n, 7n, 8n].map((height) => [height, 1]),
    )
  })

  test('where start_height says, when that is above what was seen', async () => {
    const { wallet, script } = await scriptedWallet(crypto)
    for (let height = 1; height <= 150; height++) script.mine()
    for (let height = 151; height <= 155; height++) script.mine([], index(0, 0))
    await wallet.sync.refresh(153n)
    expect([...wallet.store.outputs.values()].map(({ height }) => height)).toEqual([
      153n,
      154n,
      155n,
    ])
    expect(wallet.chain.height).toBe(156n)
    // Blocks just below are known, so that a reorganisation can be followed.
    expect(wallet.chain.first).toBe(53n)
  })
})
