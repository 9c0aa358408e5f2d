import { describe, expect, test } from 'vitest'
import type { Daemon } from '../../../../worker/engine/base/ports.ts'
import { expectRejected, withCalls } from '../../../support/daemons/lying-daemon.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'
import { scriptedWallet } from '../../../support/wallets/scripted-wallet.ts'

const crypto = await testCrypto()
const ours = { account: 0, address: 0 }

describe('a refresh with nothing new', () => {
  /** Names of the calls made. */
  const counting = (calls: string[]) => (daemon: Daemon) => {
    const noted = <T extends object>(table: T): T =>
      new Proxy(table, {
        get: (given, name) => (params: never) => {
          calls.push(String(name))
          return (given as Record<string, (params: never) => unknown>)[String(name)]!(params)
        },
      })
    return { ...daemon, rpc: noted(daemon.rpc), bin: noted(daemon.bin) }
  }

  test('makes one request, and two while the pool is not empty', async () => {
    const calls: string[] = []
    const { wallet, script } = await scriptedWallet(crypto, { wrap: counting(calls) })
    script.mine().mine()
    await wallet.sync.refresh()
    calls.length = 0
    await wallet.sync.refresh()
    expect(calls).toEqual(['get_info'])

    script.wait(script.pay({ payments: [{ to: ours, amount: 9n }] }))
    await wallet.sync.refresh()
    expect(wallet.store.pool.size).toBe(1)
    calls.length = 0
    await wallet.sync.refresh()
    expect(calls).toEqual(['get_transaction_pool_hashes', 'get_info'])
  })

  test('applies a block that replaced the top block', async () => {
    const { wallet, script } = await scriptedWallet(crypto)
    script.mine().mine([], ours)
    await wallet.sync.refresh()
    script.pop(1)
    script.mine()
    await wallet.sync.refresh()
    expect(wallet.store.outputs.size).toBe(0)
    expect(wallet.chain.at(2n)).toEqual(script.blocks[1]!.id)
  })

  test('finds a transaction that leaves the pool for a block between the requests', async () => {
    let meanwhile = () => {}
    const { wallet, script } = await scriptedWallet(crypto, {
      wrap: (daemon) =>
        withCalls(daemon, {
          bin: {
            get_transaction_pool_hashes(params) {
              meanwhile()
              return daemon.bin.get_transaction_pool_hashes(params)
            },
          },
        }),
    })
    const paid = script.pay({ payments: [{ to: ours, amount: 9n }] })
    script.mine().wait(paid)
    meanwhile = () => script.pool.has(paid.txid) && script.mine([paid])
    await wallet.sync.refresh()
    expect(wallet.store.outputs.size).toBe(1)
  })
})

test('error: a daemon without a block is refused, and nothing changes', () =>
  expectRejected({ info: (info) => ({ ...info, height: 0n }) }, 'its chain has no first block'))

test('error: a daemon of another network is refused, and nothing changes', () =>
  expectRejected(
    { info: (info) => ({ ...info, nettype: 'stagenet' }) },
    'the daemon is on stagenet, the wallet on fakechain',
  ))

describe('the chain of a mainnet wallet', () => {
  /** Mainnet has blocks below 1000 that are pinned. */
  const pinned = {
    heightOf: (network: string) => (network === 'mainnet' ? 1000n : 0n),
    leastDifficultyOf: () => 1n,
    load: () => Promise.reject(new Error('was loaded')),
  }
  const infoOf = (info: object) => (daemon: Daemon) =>
    withCalls(daemon, {
      rpc: { get_info: async (params) => ({ ...(await daemon.rpc.get_info(params)), ...info }) },
    })
  const walletOf = async (info: object, trusted: boolean) => {
    const made = await scriptedWallet(crypto, {
      wrap: infoOf(info),
      wanted: { network: 'mainnet' },
      pinnedBlocks: pinned,
    })
    made.script.mine()
    made.wallet.setDaemon({ address: 'node:18081', trusted })
    return made
  }

  test('may be private with a trusted daemon; nothing is pinned then', async () => {
    const { wallet } = await walletOf({ nettype: 'fakechain' }, true)
    await wallet.sync.refresh()
    expect(wallet.chain.height).toBe(2n)
  })

  test('error: a daemon that is not trusted calls its chain private', async () => {
    const { wallet } = await walletOf({ nettype: 'fakechain' }, false)
    await expect(wallet.sync.refresh()).rejects.toMatchObject({
      reason: 'UNKNOWN_ERROR',
      message:
        'the daemon is on a private chain, the wallet on mainnet: only a trusted daemon may be on one',
    })
    expect(wallet.chain.height).toBe(1n)
  })

  test.each(['mainnet', ''])('error: a daemon on "%s" lacks pinned blocks', async (nettype) => {
    const { wallet } = await walletOf({ nettype }, true)
    await expect(wallet.sync.refresh()).rejects.toMatchObject({
      reason: 'UNKNOWN_ERROR',
      message:
        'daemon node:18081 has 2 blocks, mainnet has at least 1000: it is not synchronised; ' +
        'wait until it is, or choose another daemon',
    })
    expect(wallet.chain.height).toBe(1n)
  })
})
